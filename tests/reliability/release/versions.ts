import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    .toString()
    .trim()
}

/** A released version and its commit. */
export type Release = { version: string; commit: string }

/**
 * Finds the newest release: its tag, or without one the commit that wrote its heading into CHANGELOG.
 * @throws if the history of this checkout does not reach it
 */
export function findRelease(): Release {
  const [, version = ''] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readText('CHANGELOG.md')) ?? []
  const tag = git(root, 'tag', '--list', `v${version}`)
  const heading = `-S## [${version}] - `
  const [written] = git(root, 'log', '--reverse', '--format=%H', heading, '--', 'CHANGELOG.md').split('\n')
  const commit = tag ? git(root, 'rev-parse', `${tag}^{commit}`) : written
  if (!commit) throw new Error(`this checkout's history does not have ${version}: git fetch --unshallow`)
  return { version, commit }
}

const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** The packages of this repository in both versions, with their paths in a checked out version relative to node_modules/@apoderados. */
const ownPackages = [
  ...['contract', 'core', 'database', 'importer', 'school-data'].map((name) => [
    name,
    `../../packages/${name}`,
  ]),
  ...['server', 'cli', 'operator', 'web', 'office'].map((name) => [name, `../../apps/${name}`]),
] as [string, string][]

/**
 * Links the installed packages into `folder` instead of copying them, and from `releasedFolder` those that only the
 * release needs; the packages of this repository are those of `folder`.
 */
function linkPackages(folder: string, releasedFolder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@apoderados'), { recursive: true })
  for (const installed of [join(root, 'node_modules'), join(releasedFolder, 'node_modules')])
    for (const name of readdirSync(installed))
      if (!existsSync(join(modules, name))) symlinkSync(join(installed, name), join(modules, name))
  for (const [name, path] of ownPackages) symlinkSync(path, join(modules, '@apoderados', name))
}

/** Clones this checkout into `folder`, with the packages of both versions; returns the commit of the version under test. */
export function cloneApp(folder: string, { commit: released }: Release): string {
  const releasedFolder = `${folder}-released`
  for (const clone of [folder, releasedFolder])
    git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, clone)
  checkOut(releasedFolder, released)
  execFileSync('npm', ['ci', '--ignore-scripts', '--omit=dev'], { cwd: releasedFolder, stdio: 'ignore' })
  const commit = git(root, 'rev-parse', 'HEAD')
  checkOut(folder, commit)
  linkPackages(folder, releasedFolder)
  return commit
}

export const checkOut = (folder: string, commit: string): void =>
  void git(folder, 'checkout', '--quiet', '--detach', '--force', commit)

export const currentCommit = (folder: string): string => git(folder, 'rev-parse', 'HEAD')

type NewMigration = { name: string; sql: string; isAdditive: boolean }

/** Commits a next version, which has one more migration, on top of the checked out one; returns its commit. */
export function commitMigration(folder: string, { name, sql, isAdditive }: NewMigration): string {
  const migrations = join(folder, 'packages/core/src/db/migrations')
  const journalPath = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalPath, 'utf8'))
  const last = journal.entries.at(-1)
  const fourDigits = (idx: number) => String(idx).padStart(4, '0')
  const tag = `${fourDigits(last.idx + 1)}_${name}`
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(journalPath, JSON.stringify(journal))
  const snapshot = (idx: number) => join(migrations, `meta/${fourDigits(idx)}_snapshot.json`)
  cpSync(snapshot(last.idx), snapshot(last.idx + 1))
  writeFileSync(join(migrations, `${tag}.sql`), sql)
  const additivePath = join(migrations, 'additive.json')
  const additive = JSON.parse(readFileSync(additivePath, 'utf8'))
  writeFileSync(additivePath, JSON.stringify({ ...additive, [tag]: isAdditive }, null, 2))
  git(folder, 'add', '--all', 'packages')
  const author = ['-c', 'user.name=suite', '-c', 'user.email=suite@example.com']
  git(folder, ...author, 'commit', '--quiet', '--no-verify', '--message', tag)
  return currentCommit(folder)
}
