#!/bin/sh
# Makes the secrets that docker-compose.yml mounts, each as a file of the given folder (default ./secrets). Existing
# files stay. Only you can enter the folder. All users can read its files, because containers mount them with their mode
# and do not run as root.
set -eu
folder="${1:-secrets}"
mkdir -p "$folder"
chmod 0700 "$folder"

random() {
  openssl rand -base64 "$1" | tr -d '\n'
}

keep() {
  if [ ! -e "$folder/$1" ]; then
    printf '%s\n' "$2" > "$folder/$1"
    chmod 0444 "$folder/$1"
    echo "made $folder/$1"
  fi
}

password="$(openssl rand -hex 24)"
keep postgres_password "$(openssl rand -hex 24)"
keep mongo_root_password "$(openssl rand -hex 24)"
keep mongo_keyfile "$(random 756)"
keep mongo_url "mongodb://watchframe:$password@mongo:27017/watchframe?replicaSet=rs0"
keep s3_access_key_id "$(openssl rand -hex 10)"
keep s3_secret_access_key "$(openssl rand -hex 24)"
keep key_ring "k1:$(random 32)"
keep payload_key_ring "p1:$(random 32)"
keep signing_key "$(random 48)"
keep smtp_url ""
keep postmark_token "caught-by-the-mail-catcher"
keep postmark_webhook_auth "postmark:$(openssl rand -hex 24)"
