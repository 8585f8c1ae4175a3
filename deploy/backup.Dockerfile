# What backs up an installation in containers: pg_dump and psql of the database's version, and restic.
#   docker build -f deploy/backup.Dockerfile --build-arg POSTGRES_DIGEST="$POSTGRES_DIGEST" -t apoderados-backup:1.0.16 .
ARG POSTGRES_DIGEST
FROM postgres:18.4-bookworm@${POSTGRES_DIGEST}
RUN apt-get update && apt-get install -y --no-install-recommends restic && rm -rf /var/lib/apt/lists/*
COPY deploy/systemd/apoderados-backup deploy/systemd/apoderados-restore /usr/local/bin/
COPY deploy/after-restore.sql /app/deploy/
ENV APODERADOS_APP=/app DATA_DIR=/data RESTIC_CACHE_DIR=/tmp/restic
USER 1000:1000
ENTRYPOINT []
CMD ["apoderados-backup"]
