import sharp from "sharp";

/** Number of pixels with the colour of the block that `useChangedMonitor` inserts. `half`: in one half alone. */
export async function countYellow(png: Uint8Array, half?: "left" | "right"): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let index = 0; index < data.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
    const side = (index / 3) % info.width < info.width / 2 ? "left" : "right";
    if (red > 245 && green > 190 && green < 215 && blue < 30 && (half ?? side) === side) count += 1;
  }
  return count;
}
