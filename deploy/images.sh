#!/bin/sh
# Writes the digests of the images that compose.yaml and the Dockerfile name into deploy/.env, in place of older ones:
# what runs is then exactly what was downloaded, even if a tag moves. Run it again to take newer builds of the images.
set -eu
cd "$(dirname "$0")"
umask 077
new=$(mktemp)
trap 'rm -f "$new"' EXIT
if [ -f .env ]; then sed '/^[A-Z]*_DIGEST=/d' .env > "$new"; fi
sed -n 's/^[^#]*[ =]\([a-z/]*:[a-z0-9.-]*\)@\${\([A-Z]*_DIGEST\).*/\1 \2/p' compose.yaml Dockerfile | sort -u |
    while read -r image variable; do
        digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
        case "$digest" in sha256:*) ;; *) echo "no digest of $image: $digest" >&2; exit 1 ;; esac
        echo "$image $digest"
        echo "$variable=$digest" >> "$new"
    done
cat "$new" > .env
