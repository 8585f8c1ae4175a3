import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNPRIVILEGED_ID } from '@apoderados/tests-support/environment/database.ts'
import { killAll, postgresProcesses } from '@apoderados/tests-support/environment/processes.ts'
import { findFreePort, type Program, startProgram } from '@apoderados/tests-support/environment/programs.ts'
import { mountSmallDisk } from '@apoderados/tests-support/environment/smallDisk.ts'
import { newFolder, onCleanup } from '../../support/suite.ts'
import { type Certificates, requestTls, withCertificates } from './certificates.ts'
import { startLink } from './link.ts'

const PATRONI_PATH = '/usr/bin/patroni'
const EXAMPLE_PATH = join(import.meta.dirname, '../../../deploy/patroni.yml.example')
/**
 * The size of a node's disk. It must have room for many failovers: each adds a 16 MB segment of the write-ahead log for
 * the new timeline, which PostgreSQL deletes only after some more segments.
 */
const DISK_MB = 1_000
const LOG_LINES = 200

/** A stand-in for a machine with Patroni and PostgreSQL, whose network passes through links that can be cut. */
export type Node = {
  name: string
  /** The ports at which HAProxy reaches PostgreSQL and Patroni. */
  ports: { postgres: number; patroni: number }
  /** The ports at which they listen themselves, so that a caller's own address reaches them. */
  own: { postgres: number; patroni: number }
  isPrimary(): Promise<boolean>
  /** Returns whether Patroni has stored in etcd which standby has every acknowledged write: only it may be promoted. */
  knowsSynchronousStandby(): Promise<boolean>
  /** Returns the last lines of Patroni's log. */
  lastLines(): string
  faults: Record<Fault, { begin(): Promise<void>; end(): Promise<void> }>
}
export type Fault = 'killed' | 'paused' | 'cut off' | 'disk full'

type NodeFiles = { name: string; files: string; binaries: string; certificates: Certificates }
/**
 * `own` are the ports at which the node listens, `linked` the ports of the links to them, which the other nodes and
 * HAProxy use, and `etcd` is the port of the link by which the node reaches etcd.
 */
type NodePorts = { own: Node['ports']; linked: Node['ports']; etcd: number }

/** Returns deploy/patroni.yml.example with this suite's ports, folders and certificates; all machines are 127.0.0.1. */
function patroniConfig(
  { name, files, binaries, certificates }: NodeFiles,
  { own, linked, etcd }: NodePorts,
): string {
  return withCertificates(readFileSync(EXAMPLE_PATH, 'utf8'), certificates)
    .replace('name: one', `name: ${name}`)
    .replace('listen: 10.0.0.1:8008', `listen: 127.0.0.1:${own.patroni}`)
    .replace('connect_address: 10.0.0.1:8008', `connect_address: 127.0.0.1:${linked.patroni}`)
    .replace('listen: 10.0.0.1:5432', `listen: 127.0.0.1:${own.postgres}`)
    .replace('connect_address: 10.0.0.1:5432', `connect_address: 127.0.0.1:${linked.postgres}`)
    .replace(/hosts: .+/, `hosts: 127.0.0.1:${etcd}\n  use_proxies: true`)
    .replace(/data_dir: .+/, `data_dir: ${files}`)
    .replace(/bin_dir: .+/, `bin_dir: ${binaries}`)
    .replaceAll(/10\.0\.0\.\d+\b/g, '127.0.0.1')
    .replace(
      'max_connections: 120',
      "max_connections: 120\n        unix_socket_directories: ''\n        shared_buffers: 32MB\n        max_wal_size: 64MB\n        wal_keep_size: 32MB",
    )
    .replace('mode: automatic', "mode: 'off'")
}

export async function startNode(
  name: string,
  { binaries, certificates, etcdPort }: { binaries: string; certificates: Certificates; etcdPort: number },
): Promise<Node> {
  const folder = newFolder(`rel-patroni-${name}`)
  const disk = mountSmallDisk(join(folder, 'disk'), DISK_MB)
  const home = join(folder, 'disk', 'postgres')
  mkdirSync(home)
  chownSync(home, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const files = join(home, 'files')
  const own = { postgres: await findFreePort(), patroni: await findFreePort() }
  const links = {
    postgres: await startLink(own.postgres),
    patroni: await startLink(own.patroni),
    etcd: await startLink(etcdPort),
  }
  const ports = { postgres: links.postgres.port, patroni: links.patroni.port }
  const config = join(folder, 'patroni.yml')
  writeFileSync(
    config,
    patroniConfig({ name, files, binaries, certificates }, { own, linked: ports, etcd: links.etcd.port }),
  )
  chownSync(config, UNPRIVILEGED_ID, UNPRIVILEGED_ID)

  let program: Program
  const start = () => {
    const account = { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
    const env = { PATH: process.env.PATH, HOME: home }
    program = startProgram(PATRONI_PATH, [config], {
      cwd: home,
      env,
      ...account,
      log: join(folder, 'patroni.log'),
    })
  }
  const processes = () => [program.child.pid as number, ...postgresProcesses(files)]
  const askPatroni = (path: string) =>
    requestTls(`https://127.0.0.1:${own.patroni}${path}`, { ca: certificates.ca }).catch(() => undefined)
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of processes()) process.kill(pid, signal)
  }
  start()
  onCleanup(() => killAll(postgresProcesses(files)))

  return {
    name,
    ports,
    own,
    isPrimary: async () => (await askPatroni('/primary'))?.status === 200,
    async knowsSynchronousStandby() {
      const response = await askPatroni('/cluster')
      if (!response) return false
      const { members } = JSON.parse(response.body) as { members: { role: string }[] }
      return members.some(({ role }) => role === 'sync_standby')
    },
    lastLines: () => program.output().split('\n').slice(-LOG_LINES).join('\n'),
    faults: {
      killed: { begin: () => killAll(processes()), end: async () => start() },
      paused: { begin: () => signalAll('SIGSTOP'), end: () => signalAll('SIGCONT') },
      'cut off': {
        begin: async () => void Object.values(links).map((link) => link.cut()),
        end: async () => void Object.values(links).map((link) => link.mend()),
      },
      'disk full': { begin: async () => disk.fill(), end: async () => disk.empty() },
    },
  }
}
