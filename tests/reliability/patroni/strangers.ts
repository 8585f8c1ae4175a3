import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import pg from 'pg'
import { type Certificates, requestTls } from './certificates.ts'
import type { Node } from './node.ts'

type Cluster = { node: Node; etcdPort: number; certificates: Certificates; databaseUrl: string }

/** Returns 'connected', or the code with which PostgreSQL refuses the connection. */
async function connectTo(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  const outcome = await client.connect().then(
    () => 'connected',
    ({ code }) => String(code),
  )
  await client.end().catch(() => undefined)
  return outcome
}

/** Checks that each door is closed to a caller who lacks one of its keys, and open to one who has all of them. */
export async function checkStrangers({
  node,
  etcdPort,
  certificates,
  databaseUrl,
}: Cluster): Promise<Verdict> {
  const { ca } = certificates
  const authorization = `Basic ${Buffer.from('patroni:CHANGE-ME').toString('base64')}`
  const change = (options: object) =>
    requestTls(
      `https://127.0.0.1:${node.own.patroni}/config`,
      { ca, method: 'PATCH', ...options },
      '{"loop_wait": 5}',
    ).then(
      ({ status }) => String(status),
      ({ code }) => String(code),
    )
  const full = { identity: certificates, headers: { authorization } }
  const etcd = (options: object) =>
    requestTls(`https://127.0.0.1:${etcdPort}/v2/keys/service`, { ca, ...options }).then(
      ({ status }) => String(status),
      () => 'refused',
    )
  const urlOf = (parts: Partial<Record<'username' | 'pathname' | 'search', string>>) =>
    Object.assign(new URL(databaseUrl), parts).href
  const found = {
    'PATCH /config': await change(full),
    'without a password': await change({ identity: certificates }),
    'without a certificate': await change({ headers: { authorization } }),
    'from another address': await change({ ...full, localAddress: '127.0.0.2' }),
    etcd: await etcd({ identity: certificates }),
    'etcd without a certificate': await etcd({}),
    'the server': await connectTo(databaseUrl),
    'without TLS': await connectTo(urlOf({ search: '' })),
    'into another database': await connectTo(urlOf({ pathname: '/postgres' })),
    'as replicator': await connectTo(urlOf({ username: 'replicator' })),
  }
  const expected = ['200', '401', '403', '403', '200', 'refused', 'connected', '28000', '28000', '28000']
  return {
    isGood: Object.values(found).join() === expected.join(),
    summary: Object.entries(found)
      .map(([name, outcome]) => `${name}: ${outcome}`)
      .join(', '),
  }
}
