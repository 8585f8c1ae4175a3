import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ConfigError } from '../../configError.ts'

/** Runs a program; rejects if it exits with an error. */
export const runCommand = promisify(execFile)

/**
 * The system account under which PostgreSQL runs when the server runs as root, because PostgreSQL refuses to run as
 * root. It is not `nobody`, because other services that run as `nobody` could read PostgreSQL's files.
 */
export const CLUSTER_ACCOUNT = 'apoderados-postgres'
const USERADD_OPTIONS = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']

export type ClusterAccount = { uid: number; gid: number }

/**
 * Returns the account for the embedded PostgreSQL when the server runs as root; creates it if it is missing.
 * Returns undefined if the server runs as an ordinary user: PostgreSQL then runs as that user.
 * @throws {ConfigError} if the account cannot be created; the message contains the command that creates it
 */
export async function ensureClusterAccount(): Promise<ClusterAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const createAccount = () => runCommand('useradd', [...USERADD_OPTIONS, CLUSTER_ACCOUNT])
  const account = (await findAccount()) ?? (await createAccount().then(findAccount, findAccount))
  if (account) return account
  throw new ConfigError(
    `PostgreSQL refuses to run as root, and its account could not be created. Run: useradd ${USERADD_OPTIONS.join(' ')} ${CLUSTER_ACCOUNT} (or start as an ordinary user)`,
  )
}

async function findAccount(): Promise<ClusterAccount | undefined> {
  const idOf = async (flag: '-u' | '-g') => Number((await runCommand('id', [flag, CLUSTER_ACCOUNT])).stdout)
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g') }
  } catch {
    return undefined
  }
}
