/**
 * Backs up an installation with deploy/systemd/apoderados-backup and restores it with apoderados-restore, then moves an
 * embedded database to a server; rows and files are compared. Needs Debian's PostgreSQL 15 and restic.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attachCluster } from '@apoderados/core/db/embedded/cluster'
import { currentSchema } from '@apoderados/core/move/movedFile'
import { withClient } from '@apoderados/testing/client'
import { readContents } from '@apoderados/testing/database/databaseState'
import { findPostgres, runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import { createVerdicts, runTrials, type Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import { type Database, passwords, runRoles, startDatabase } from './deployment/containers.ts'
import { root } from './deployment/deployFiles.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { verdicts, counts } = createVerdicts(values.only)
const OWNER = 'apoderados_owner'

type Environment = Record<string, string>
type Scene = { database: Database; folder: string; binaries: string }

/** Runs a program to its end. @throws with its output if it fails */
async function run(command: string, args: string[], env: Environment): Promise<string> {
  const program = await runToEnd(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: '/root', ...env },
  })
  if ((await program.ended) !== 0) throw new Error(`${command} ${args.join(' ')}:\n${program.output()}`)
  return program.output()
}

const runAdmin = (env: Environment, ...args: string[]) =>
  run(process.execPath, ['--import', './scripts/preload.js', 'apps/cli/src/admin.ts', ...args], env)

const urlOf = ({ port }: Database, name: string) =>
  `postgres://${OWNER}:${passwords.OWNER_PASSWORD}@127.0.0.1:${port}/${name}`

const createDatabase = ({ superuserUrl }: Database, name: string) =>
  withClient(superuserUrl, (client) => client.query(`create database ${name} owner ${OWNER}`))

/** Returns the rows of each table but those that a restore empties and the audit log, to which each command adds. */
async function readRows(url: string): Promise<Environment> {
  const emptied =
    readFileSync(join(root, 'deploy/after-restore.sql'), 'utf8').match(/^truncate .+;$/m)?.[0] ?? ''
  const tables = currentSchema().tables.filter(({ name }) => name !== 'audit_log' && !emptied.includes(name))
  return withClient(url, (client) => readContents(client, tables))
}

function readFiles(folder: string): Environment {
  const names = readdirSync(folder).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'base64')]))
}

function compare(before: [Environment, Environment], after: [Environment, Environment]): Verdict {
  const [tables, files] = before.map((part) => Object.keys(part).length)
  const isEqual = JSON.stringify(before) === JSON.stringify(after)
  return {
    isGood: isEqual && files !== 0,
    summary: `${tables} tables and ${files} files ${isEqual ? 'are as before' : 'DIFFER'}`,
  }
}

/** Backs up a school on a server, and restores its database under another name and its files into another folder. */
async function checkRestore({ database, folder, binaries }: Scene): Promise<Verdict> {
  const DATA_DIR = join(folder, 'data')
  const env = {
    PATH: `${binaries}:${process.env.PATH}`,
    DATA_DIR,
    APODERADOS_APP: root,
    PGHOST: '127.0.0.1',
    PGPORT: String(database.port),
    PGUSER: OWNER,
    PGPASSWORD: passwords.OWNER_PASSWORD ?? '',
    PGDATABASE: 'apoderados',
    RESTIC_REPOSITORY: join(folder, 'repository'),
    RESTIC_PASSWORD: 'a password',
    RESTIC_CACHE_DIR: join(folder, 'cache'),
  }
  const url = urlOf(database, 'apoderados')
  await runAdmin({ DATABASE_URL: url, DATA_DIR }, 'schema', 'update')
  await runAdmin({ DATABASE_URL: url, DATA_DIR }, 'demo', 'on')
  await run('restic', ['init'], env)
  await run(join(root, 'deploy/systemd/apoderados-backup'), [], env)
  const before = [await readRows(url), readFiles(join(DATA_DIR, 'files'))] as [Environment, Environment]
  await createDatabase(database, 'restored')
  const target = join(folder, 'restored')
  await run(join(root, 'deploy/systemd/apoderados-restore'), ['latest', 'restored', target], env)
  const { isGood, summary } = compare(before, [
    await readRows(urlOf(database, 'restored')),
    readFiles(join(target, 'files')),
  ])
  const check = await runAdmin({ DATABASE_URL: url, DATA_DIR }, 'check').catch((error) => error.message)
  const noted = /bien +Respaldo .+/.exec(check)?.[0]
  const isCleared = !existsSync(join(DATA_DIR, 'apoderados.dump'))
  return { isGood: isGood && noted !== undefined && isCleared, summary: `${summary}; check: ${noted}` }
}

/** Moves the school of an embedded database to a server. */
async function checkMove({ database, folder }: Scene): Promise<Verdict> {
  const [embedded, moved] = [join(folder, 'embedded'), join(folder, 'moved')]
  const archive = join(folder, 'school.tar')
  await runAdmin({ DATA_DIR: embedded }, 'demo', 'on')
  await runAdmin({ DATA_DIR: embedded }, 'move', 'export', archive)
  const cluster = await attachCluster(embedded)
  const before = [await readRows(cluster.url), readFiles(join(embedded, 'files'))] as [
    Environment,
    Environment,
  ]
  await cluster.stop()
  await createDatabase(database, 'moved')
  const url = urlOf(database, 'moved')
  await runAdmin({ DATABASE_URL: url, DATA_DIR: moved }, 'move', 'import', archive)
  return compare(before, [await readRows(url), readFiles(join(moved, 'files'))])
}

await runTrials('reliability/restore', counts, async () => {
  const binaries = findPostgres()
  if (!existsSync('/usr/bin/restic')) throw new Error('missing: restic (apt-get install restic)')
  const folder = newFolder('rel-restore')
  const database = await startDatabase(binaries, folder)
  await runRoles(database, folder, join(binaries, 'psql'))
  const scene = { database, folder, binaries }
  await verdicts('backup restored: rows and files', () => checkRestore(scene))
  await verdicts('embedded database moved to a server', () => checkMove(scene))
})
