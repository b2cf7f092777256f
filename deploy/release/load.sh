#!/bin/sh
# Copies the images of this folder into REGISTRY, such as registry.internal:5000, and checks that each has its digest.
# Further arguments are skopeo's, such as --dest-tls-verify=false.
set -eu
registry="${1:?Usage: load.sh REGISTRY [OPTIONS OF SKOPEO COPY]}"
shift
cd "$(dirname "$0")"
sha256sum --check --quiet SHA256SUMS

while read -r digest folder name; do
  found="sha256:$(sha256sum "images/$folder/manifest.json" | cut -d ' ' -f 1)"
  if [ "$found" != "$digest" ]; then
    echo "images/$folder has the digest $found instead of $digest." >&2
    exit 1
  fi
  # With the digests preserved, skopeo fails if the registry would change one.
  skopeo copy --all --preserve-digests "$@" "dir:images/$folder" "docker://$registry/$name"
  echo "$registry/${name%:*}@$digest"
done < images.txt
