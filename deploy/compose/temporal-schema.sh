#!/bin/sh
# Creates Temporal's two databases and updates their schemas to this version. A repeated run changes nothing.
set -eu
SQL_PASSWORD="$(cat /run/secrets/postgres_password)"
export SQL_PASSWORD
for database in temporal temporal_visibility; do
  case "$database" in
    temporal) schema=temporal ;;
    *) schema=visibility ;;
  esac
  tool() {
    temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p 5432 -u "$POSTGRES_USER" --db "$database" "$@"
  }
  tool create
  tool setup-schema -v 0.0
  tool update-schema -d "/etc/temporal/schema/postgresql/v12/$schema/versioned"
done
