import { readFileSync, writeFileSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { findFreePort, type Program, startProgram, waitUntil } from './programs.ts'

const root = join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The Node flags of `npm start`. */
const nodeFlags = /exec node (.+) apps\//.exec(scripts.start)?.[1]?.split(' ') ?? []

export type Environment = Record<string, string>
export type Api = Program & { port: number; url: string }

/** Starts one process of the API, without waiting until it listens. */
export async function launchApi(environment: Environment, port?: number, log?: string): Promise<Api> {
  const usedPort = port ?? (await findFreePort())
  const program = startProgram(process.execPath, [...nodeFlags, 'apps/server/src/main.ts'], {
    cwd: root,
    log,
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PORT: String(usedPort),
      ...environment,
    },
  })
  return { ...program, port: usedPort, url: `http://127.0.0.1:${usedPort}` }
}

/** Starts one process of the API and waits until it listens. @throws with its output if it ends before */
export async function startApi(...settings: Parameters<typeof launchApi>): Promise<Api> {
  const api = await launchApi(...settings)
  await waitUntil(() => api.output().includes('Apoderados is listening'), 'the API', api)
  return api
}

export type Certificate = { path: string; keyPath: string }

const withCertificate = (text: string, { path, keyPath }: Certificate) =>
  text
    .replace(/ssl_certificate .+;/, `ssl_certificate ${path};`)
    .replace(/ssl_certificate_key .+;/, `ssl_certificate_key ${keyPath};`)

const withoutCertificate = (text: string) => text.replace(/\n\s*ssl_certificate\w* .+;/g, '')
const withoutTls = (text: string) =>
  text.replace('listen 443 ssl http2', 'listen 443').replace(/\n\s+ssl_\w+ .+;/g, '')

type NginxOptions = {
  /** The ports of the processes behind nginx. */
  ports: number[]
  folder: string
  certificate?: Certificate
  /** True if nginx calls no process, and answers as it does when all processes are at their limit. */
  refusesAll?: boolean
  /** True if nginx logs the reason of each refused call, which costs more than the refusal. */
  logsErrors?: boolean
}

const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns nginx's site of the deployment, with this suite's processes at 127.0.0.1. */
function createSite({ ports, certificate }: NginxOptions): string {
  const servers = (settings: string) => ports.map((each) => `\nserver 127.0.0.1:${each}${settings};`).join('')
  const site = readText('deploy/site.machine.conf.example')
  return (certificate ? withCertificate(site, certificate) : withoutCertificate(site))
    .replace('app.colegio.example $host;', '127.0.0.1 $host;')
    .replace(/(?:\s+server \d\S+( max_fails=0[^;]*);)+/g, (_, settings) => servers(settings))
}

/** Returns deploy/nginx.conf with this suite's paths. Without a certificate it has no TLS, and therefore no HTTP/2. */
function createNginxConfig(
  { folder, certificate, refusesAll, logsErrors }: NginxOptions,
  port: number,
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const config = readText('deploy/nginx.conf')
  return (
    (certificate ? config : withoutTls(config))
      .replace('include /etc/nginx/site.conf', `include ${join(folder, 'site.conf')}`)
      .replace(/\n {4}server \{\n {8}listen 80 [\s\S]+?\n {4}\}\n/, '\n')
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(
        'access_log /var/log/nginx/access.log',
        `${temporary.join('\n')}\naccess_log ${join(folder, 'access.log')}`,
      )
      .replace(
        'error_log /var/log/nginx/error.log crit;',
        `error_log stderr ${logsErrors ? 'error' : 'crit'};`,
      )
      // All callers of a trial have the same address, so the limit per address is raised.
      .replace('limit_conn addresses 512;', 'limit_conn addresses 65535;')
      .replace('proxy_pass http://$upstream;', (directive) => (refusesAll ? 'return 502;' : directive))
      .replace('worker_processes auto;', `worker_processes 1;\ndaemon off;\npid ${join(folder, 'pid')};`)
  )
}

function responsesWith(status: number, url: string, certificate?: Certificate): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const onResponse = (response: IncomingMessage) => resolve(response.resume().statusCode === status)
  const outgoing = certificate
    ? https.get(`${url}/healthz`, { ca: readFileSync(certificate.path) }, onResponse)
    : http.get(`${url}/healthz`, onResponse)
  outgoing.on('error', () => resolve(false))
  return promise
}

export async function startProxy(
  nginx: string,
  proxy: NginxOptions,
): Promise<{ url: string; output: () => string }> {
  const { folder, certificate, refusesAll, logsErrors } = proxy
  const port = await findFreePort()
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, createNginxConfig(proxy, port))
  writeFileSync(join(folder, 'site.conf'), createSite(proxy))
  const log = logsErrors ? join(folder, 'errors.log') : undefined
  const program = startProgram(nginx, ['-p', folder, '-c', path], { log })
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`
  const responses = () => responsesWith(refusesAll ? 503 : 200, url, certificate)
  await waitUntil(responses, 'nginx', program)
  return { url, output: program.output }
}
