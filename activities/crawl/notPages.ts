/** Endings of files that are no HTML, whatever site they are on; asking for them would only cost credits. */
const endings = new Set(
  `
  7z apk avi avif bin bmp bz2 cab css csv deb djvu dmg doc docm docx dwg eot eps epub exe flac flv gif gpx gz heic ico ics img
  iso jar jpeg jpg js json jxl kml kmz m3u8 m4a m4v md5 mid mjs mkv mobi mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv opus otf
  pdf pkg png pps ppt pptx ps psd rar rpm rss rtf sha256 sig sql srt svg swf sxw tar tgz tif tiff torrent ts tsv ttf txt vcf
  wasm wav weba webm webmanifest webp wma wmv woff woff2 xls xlsm xlsx xml xpi xz zip zst atom
  `
    .trim()
    .split(/\s+/),
);

/** Whether an address is, by its ending, that of a file and not of a page. */
export function isFile({ pathname }: URL): boolean {
  const ending = /\.([a-z\d]{1,12})$/i.exec(pathname)?.[1];
  return ending !== undefined && endings.has(ending.toLowerCase());
}

/** Whether an answer's content type is that of a page; one that says nothing is taken for it, as browsers do. */
export function isPage(contentType: string): boolean {
  const [type = ""] = contentType.split(";", 1);
  return /^(?:|text\/html|application\/xhtml\+xml)$/i.test(type.trim());
}
