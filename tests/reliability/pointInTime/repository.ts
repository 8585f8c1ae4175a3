import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Postgres, startPostgres, UNPRIVILEGED_ID } from '../../support/stage/database.ts'
import { findPostgres, runToEnd } from '../../support/stage/programs.ts'
import { newFolder } from '../../support/suite.ts'
import type { Bucket } from './bucket.ts'

const PGBACKREST_PATH = '/usr/bin/pgbackrest'
const EXAMPLE_PATH = join(import.meta.dirname, '../../../deploy/pgbackrest.conf.example')
const OPERATIONS_GUIDE_PATH = join(import.meta.dirname, '../../../docs/operations.md')
export const BUCKET_NAME = 'respaldos-colegio'

/** @throws with the name of Debian's package if pgBackRest is not installed */
export function requirePgbackrest(): void {
  if (!existsSync(PGBACKREST_PATH)) throw new Error('missing: pgBackRest (apt-get install pgbackrest)')
}

const isRoot = process.getuid?.() === 0
const accountOptions = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}

function makeOwnedFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  if (isRoot) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  return path
}

/** Returns the data folder that `startPostgres` uses in `folder`. */
const filesIn = (folder: string) => join(folder, 'postgres', 'files')

/** Returns pgBackRest's example configuration in deploy/ with this suite's bucket, data folder and paths. */
function pgbackrestConfig({ port, certificate }: Bucket, folder: string, files: string): string {
  const paths = ['log', 'lock', 'spool'].map((kind) => `${kind}-path=${makeOwnedFolder(join(folder, kind))}`)
  const storage = [
    'repo1-storage-host=localhost',
    `repo1-storage-port=${port}`,
    `repo1-storage-ca-file=${certificate}`,
  ]
  return readFileSync(EXAMPLE_PATH, 'utf8')
    .replace('s3.example.com', 'localhost')
    .replace('repo1-s3-key=CHANGE-ME', 'repo1-s3-key=S3RVER')
    .replace('repo1-s3-key-secret=CHANGE-ME', 'repo1-s3-key-secret=S3RVER')
    .replace('[global]', ['[global]', ...storage, ...paths].join('\n'))
    .replace(/pg1-path=.+/, `pg1-path=${files}`)
}

/**
 * Returns the PostgreSQL settings that docs/operations.md recommends; their commands call pgBackRest with the
 * configuration file `config`.
 */
function documentedSettings(config: string): string[] {
  const [, block = ''] =
    /```\n(wal_level = [\s\S]+?)```/.exec(readFileSync(OPERATIONS_GUIDE_PATH, 'utf8')) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/ = /, '=').replaceAll(/^(\w+)='(.*)'$/g, '$1=$2'))
    .map((line) => line.replace('pgbackrest ', `pgbackrest --config=${config} `))
}

export type Repository = {
  /** The database that the repository protects. */
  database: Postgres
  /** The data folder of that database. */
  files: string
  /** Makes a full backup. */
  backUp(): Promise<void>
  /** Restores into a new folder and starts PostgreSQL there; `flags` select the moment. */
  restore(flags: string[]): Promise<Postgres>
}

/** Starts a database that archives its write-ahead log (WAL) into the bucket. */
export async function startRepository(bucket: Bucket): Promise<Repository> {
  const folder = newFolder('rel-pitr')
  const files = filesIn(folder)
  const config = join(folder, 'pgbackrest.conf')
  writeFileSync(config, pgbackrestConfig(bucket, folder, files))
  const database = await startPostgres(findPostgres(), folder, documentedSettings(config))
  const repositoryArgs = [`--config=${config}`, '--stanza=apoderados']
  const connection = [
    `--pg1-port=${new URL(database.url).port}`,
    `--pg1-socket-path=${join(folder, 'postgres')}`,
    '--pg1-user=postgres',
  ]

  async function pgbackrest(command: string, flags: string[]): Promise<void> {
    const program = await runToEnd(PGBACKREST_PATH, [...repositoryArgs, ...flags, command], {
      cwd: folder,
      ...accountOptions,
    })
    if ((await program.ended) !== 0) throw new Error(`pgbackrest ${command}:\n${program.output()}`)
  }

  await pgbackrest('stanza-create', connection)
  return {
    database,
    files,
    backUp: () => pgbackrest('backup', [...connection, '--type=full']),
    async restore(flags) {
      const target = newFolder('rel-pitr-restored')
      makeOwnedFolder(join(target, 'postgres'))
      makeOwnedFolder(filesIn(target))
      await pgbackrest('restore', [`--pg1-path=${filesIn(target)}`, ...flags])
      // A restored copy must not write into the repository of the database that it was taken from.
      return startPostgres(findPostgres(), target, ['archive_mode=off'])
    },
  }
}
