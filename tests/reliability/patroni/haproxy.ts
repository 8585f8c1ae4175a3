import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, startProgram } from '@apoderados/tests-support/environment/programs.ts'
import { newFolder } from '../../support/suite.ts'
import { type Certificates, withCertificates } from './certificates.ts'
import type { Node } from './node.ts'

const HAPROXY_PATH = '/usr/sbin/haproxy'
const EXAMPLE_PATH = join(import.meta.dirname, '../../../deploy/haproxy.cfg.example')

/**
 * Starts HAProxy in front of the nodes, with deploy/haproxy.cfg.example, and returns the port that leads to the
 * primary.
 */
export async function startHaproxy(nodes: Node[], certificates: Certificates): Promise<number> {
  const folder = newFolder('rel-haproxy')
  const port = await findFreePort()
  const servers = nodes.map(
    ({ name, ports }) => `    server ${name} 127.0.0.1:${ports.postgres} check port ${ports.patroni}`,
  )
  const config = withCertificates(readFileSync(EXAMPLE_PATH, 'utf8'), certificates)
    .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace(/( {4}server .+\n)+/, `${servers.join('\n')}\n`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  startProgram(HAPROXY_PATH, ['-db', '-f', file], { cwd: folder, log: join(folder, 'haproxy.log') })
  return port
}
