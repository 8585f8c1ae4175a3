import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, startProgram, waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import { newFolder } from '../../support/suite.ts'

const ETCD_PATH = '/usr/bin/etcd'
const memberNames = ['one', 'two', 'three']

const isHealthy = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    async (response) => (await response.text()).includes('true'),
    () => false,
  )

/** Starts three members of etcd, and returns the ports at which they accept clients. */
export async function startEtcd(): Promise<number[]> {
  const folder = newFolder('rel-etcd')
  const members = await Promise.all(
    memberNames.map(async (name) => ({ name, client: await findFreePort(), peer: await findFreePort() })),
  )
  const cluster = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',')
  const programs = members.map(({ name, client, peer }) => {
    const [ofClients, ofPeers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
    const addresses = ['--listen-client-urls', ofClients, '--advertise-client-urls', ofClients]
    const peers = ['--listen-peer-urls', ofPeers, '--initial-advertise-peer-urls', ofPeers]
    const data = join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    // Slower elections than by default, because a busy machine may delay a heartbeat by seconds.
    const options = ['--enable-v2', '--heartbeat-interval', '500', '--election-timeout', '5000']
    const all = [
      '--name',
      name,
      '--data-dir',
      data,
      '--initial-cluster',
      cluster,
      ...addresses,
      ...peers,
      ...options,
    ]
    return startProgram(ETCD_PATH, all, { cwd: folder, log: join(folder, `${name}.log`) })
  })
  for (const [index, { client }] of members.entries())
    await waitUntil(() => isHealthy(client), 'etcd', programs[index])
  return members.map(({ client }) => client)
}
