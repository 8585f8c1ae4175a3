import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { findFreePort, startProgram, waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import { newFolder } from '../../support/suite.ts'
import { type Certificates, requestTls, withCertificates } from './certificates.ts'

const ETCD_PATH = '/usr/bin/etcd'
const EXAMPLE_PATH = join(import.meta.dirname, '../../../deploy/etcd.env.example')
const memberNames = ['one', 'two', 'three']

/** Starts three members with deploy/etcd.env.example, and returns the ports at which they accept clients. */
export async function startEtcd(certificates: Certificates): Promise<number[]> {
  const folder = newFolder('rel-etcd')
  const members = await Promise.all(
    memberNames.map(async (name) => ({ name, client: await findFreePort(), peer: await findFreePort() })),
  )
  const example = withCertificates(readFileSync(EXAMPLE_PATH, 'utf8'), certificates)
  const cluster = members.map(({ name, peer }) => `${name}=https://127.0.0.1:${peer}`).join(',')
  const programs = members.map(({ name, client, peer }) => {
    const data = join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    const env = {
      ...parseEnv(
        example
          .replace(/ETCD_NAME=.+/, `ETCD_NAME=${name}`)
          .replace(/ETCD_DATA_DIR=.+/, `ETCD_DATA_DIR=${data}`)
          .replace(/ETCD_INITIAL_CLUSTER=.+/, `ETCD_INITIAL_CLUSTER=${cluster}`)
          .replaceAll('10.0.0.1:2379', `127.0.0.1:${client}`)
          .replaceAll('10.0.0.1:2380', `127.0.0.1:${peer}`),
      ),
      // Slower elections than by default, because a busy machine may delay a heartbeat by seconds.
      ETCD_HEARTBEAT_INTERVAL: '500',
      ETCD_ELECTION_TIMEOUT: '5000',
    }
    return startProgram(ETCD_PATH, [], { cwd: folder, env, log: join(folder, `${name}.log`) })
  })
  const isHealthy = (port: number) =>
    requestTls(`https://127.0.0.1:${port}/health`, { ca: certificates.ca, identity: certificates }).then(
      ({ body }) => body.includes('true'),
      () => false,
    )
  for (const [index, { client }] of members.entries())
    await waitUntil(() => isHealthy(client), 'etcd', programs[index])
  return members.map(({ client }) => client)
}
