import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { strictHeaders } from '@apoderados/server/http/headers'
import {
  findFreePort,
  runToEnd,
  startProgram,
  waitUntil,
} from '@apoderados/tests-support/environment/programs.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { onCleanup } from '../../support/suite.ts'
import { onLoopback } from './containers.ts'
import { readText } from './deployFiles.ts'

const SERVER_NAME = 'app.colegio.example'
const CALLS_PER_ADDRESS = Number(/limit_conn addresses (\d+);/.exec(readText('deploy/nginx.conf'))?.[1])

export type SiteProxy = { plain: number; encrypted: number; ca: string; folder: string }

function makeCertificate(folder: string): { path: string; keyPath: string } {
  const [path, keyPath] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const keyArgs = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyPath]
  const nameArgs = [
    '-subj',
    `/CN=${SERVER_NAME}`,
    '-addext',
    `subjectAltName=DNS:${SERVER_NAME}`,
    '-days',
    '2',
  ]
  execFileSync('openssl', ['req', '-x509', ...keyArgs, '-out', path, ...nameArgs], { stdio: 'ignore' })
  return { path, keyPath }
}

/** Replaces paths and ports of nginx's configuration by those of this trial. */
function adaptToMachine(
  config: string,
  folder: string,
  { plain, encrypted }: { plain: number; encrypted: number },
) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  return config
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('include /etc/nginx/site.conf;', `include ${folder}/site.conf;\n${temporary}`)
    .replace('root /var/www/acme;', `root ${folder}/acme;`)
    .replace('listen 80 default_server', `listen ${plain} default_server`)
    .replace('listen 443 ssl', `listen ${encrypted} ssl`)
    .replace('worker_processes auto;', `worker_processes 1;\npid ${folder}/pid;`)
}

function writeSite(name: string, folder: string, certificate: { path: string; keyPath: string }): void {
  const site = onLoopback(readText(`deploy/site.${name}.conf.example`))
    .replace(/ssl_certificate .+;/, `ssl_certificate ${certificate.path};`)
    .replace(/ssl_certificate_key .+;/, `ssl_certificate_key ${certificate.keyPath};`)
  writeFileSync(join(folder, 'site.conf'), site)
}

/**
 * Checks nginx's configuration with both example sites, and starts it as Debian's unit does. nginx's output is a socket
 * here, as under systemd's journal, and cannot be opened by a path.
 */
export async function startUnderSystemd(nginx: string, folder: string): Promise<[SiteProxy, Verdict]> {
  const certificate = makeCertificate(folder)
  const ports = { plain: await findFreePort(), encrypted: await findFreePort() }
  const config = adaptToMachine(readText('deploy/nginx.conf'), folder, ports)
  const path = join(folder, 'nginx.conf')
  const write = (text: string) => writeFileSync(path, text)
  mkdirSync(join(folder, 'acme/.well-known/acme-challenge'), { recursive: true })
  const exitCodes: Record<string, number | null> = {}
  for (const site of ['machine', 'compose']) {
    writeSite(site, folder, certificate)
    write(config)
    exitCodes[site] = await (await runToEnd(nginx, ['-t', '-p', folder, '-c', path])).ended
  }
  // This check must fail, which shows that nginx cannot open its output by a path here, as under systemd.
  write(config.replace(`access_log ${folder}/access.log`, 'access_log /dev/stdout'))
  exitCodes['logging to /dev/stdout'] = await (await runToEnd(nginx, ['-t', '-p', folder, '-c', path])).ended
  write(config)
  const daemon = await runToEnd(nginx, ['-p', folder, '-c', path, '-g', 'daemon on; master_process on;'])
  exitCodes['as a daemon'] = await daemon.ended
  onCleanup(() => startProgram(nginx, ['-p', folder, '-c', path, '-s', 'stop']).ended)
  const proxy = { ...ports, ca: readFileSync(certificate.path, 'utf8'), folder }
  await waitUntil(async () => (await callProxy(proxy, '/healthz')).status === 200, 'nginx')
  const isGood =
    exitCodes.machine === 0 &&
    exitCodes.compose === 0 &&
    exitCodes['as a daemon'] === 0 &&
    exitCodes['logging to /dev/stdout'] !== 0
  const results = Object.entries(exitCodes).map(([name, code]) => `${name} ${code}`)
  return [proxy, { isGood, summary: results.join(', ') }]
}

type ProxyResponse = { status: number; headers: IncomingHttpHeaders; body: string }

async function sendRequest(request: http.ClientRequest, body?: string): Promise<ProxyResponse> {
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

type ProxyRequest = { host?: string; from?: string; isPlain?: boolean; body?: string }

function callProxy(
  { plain, encrypted, ca }: SiteProxy,
  path: string,
  { host = SERVER_NAME, from, isPlain, body }: ProxyRequest = {},
) {
  const method = body === undefined ? 'GET' : 'POST'
  const headers = { host, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const common = { host: '127.0.0.1', path, method, headers, localAddress: from, agent: false as const }
  return sendRequest(
    isPlain
      ? http.request({ ...common, port: plain })
      : https.request({ ...common, port: encrypted, servername: SERVER_NAME, ca }),
    body,
  )
}

export async function checkSignIn(proxy: SiteProxy): Promise<Verdict> {
  const body = JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' })
  const { status, headers } = await callProxy(proxy, `${BASE_PATH}/auth/login?no=secret`, { body })
  const signedIn = await callProxy(proxy, `${BASE_PATH}/auth/login`, { body })
  const log = () => readFileSync(join(proxy.folder, 'access.log'), 'utf8')
  await waitUntil(() => log().includes(`POST ${signedIn.status}`), 'the log')
  return {
    isGood:
      status === 400 &&
      signedIn.status === 200 &&
      !/secret|login/.test(log()) &&
      'permissions-policy' in headers,
    summary: `a sign-in ${signedIn.status}; the log names no address of a call: ${!/secret|login/.test(log())}`,
  }
}

/** Sends bytes that Node's HTTP client would refuse to send. */
async function sendRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

export async function checkServerName(proxy: SiteProxy): Promise<Verdict> {
  const evil = 'evil.example'
  const responses = {
    'own name': await callProxy(proxy, '/login?x=1', { isPlain: true }),
    'another name': await callProxy(proxy, '/login', { isPlain: true, host: evil }),
    'another name with TLS': await callProxy(proxy, '/login', { host: evil }),
    'a call': await callProxy(proxy, `${BASE_PATH}/auth/profile`, { isPlain: true }),
  }
  const statuses = Object.values(responses).map(({ status }) => status)
  const locations = Object.values(responses).map(({ headers }) => headers.location)
  const withoutHost = await sendRaw(proxy.plain, 'GET /x HTTP/1.0\r\n\r\n')
  const inAddress = await sendRaw(
    proxy.plain,
    `GET http://${evil}/x HTTP/1.1\r\nHost: ${SERVER_NAME}\r\nConnection: close\r\n\r\n`,
  )
  const withoutPolicy = Object.values(responses).filter(
    ({ headers }) => headers['permissions-policy'] !== strictHeaders['permissions-policy'],
  )
  return {
    isGood:
      statuses.join() === '301,421,421,404' &&
      locations.join() === `https://${SERVER_NAME}/login?x=1,,,` &&
      [withoutHost, inAddress].every(
        (response) => response.startsWith('HTTP/1.1 421') && !/^location:/im.test(response),
      ) &&
      withoutPolicy.length === 0,
    summary: `${Object.keys(responses).join(', ')}: ${statuses.join(', ')}; HTTP/1.0 without a name ${withoutHost.slice(9, 12)}; a name in the address ${inAddress.slice(9, 12)}; without Permissions-Policy: ${withoutPolicy.length}`,
  }
}

export async function checkAcmeProof(proxy: SiteProxy): Promise<Verdict> {
  const path = '/.well-known/acme-challenge/a-token_1'
  writeFileSync(join(proxy.folder, 'acme', path), 'a-token_1.thumbprint')
  const proof = await callProxy(proxy, path, { isPlain: true })
  const otherFile = await callProxy(proxy, '/.well-known/acme-challenge/../../site.conf', { isPlain: true })
  const missing = await callProxy(proxy, '/.well-known/acme-challenge/none', { isPlain: true })
  return {
    isGood:
      proof.status === 200 &&
      proof.body === 'a-token_1.thumbprint' &&
      otherFile.status !== 200 &&
      missing.status === 404,
    summary: `the proof ${proof.status}, another file ${otherFile.status}, a missing one ${missing.status}`,
  }
}

/** Checks that nginx answers 429 to an address that has the maximum of calls under way, whose bodies never end. */
export async function checkAddressLimits(proxy: SiteProxy): Promise<Verdict> {
  const head = `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nHost: ${SERVER_NAME}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
  const from = '127.0.0.7'
  const sockets = Array.from({ length: CALLS_PER_ADDRESS }, () => {
    const socket = connect({ host: '127.0.0.1', port: proxy.encrypted, localAddress: from })
    return tls.connect({ socket, servername: SERVER_NAME, ca: proxy.ca })
  })
  const isClosed = (socket: tls.TLSSocket) => socket.destroyed
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => once(socket, 'secureConnect')))
  try {
    for (const socket of sockets) socket.write(head)
    await waitUntil(
      async () => (await callProxy(proxy, '/healthz', { from })).status === 429,
      'the limit of an address',
    )
    const refused = await callProxy(proxy, '/healthz', { from })
    const otherAddress = await callProxy(proxy, '/healthz', { from: '127.0.0.8' })
    const isInShape = JSON.parse(refused.body).success === false && refused.headers['retry-after'] === '5'
    return {
      isGood: refused.status === 429 && isInShape && otherAddress.status === 200,
      summary: `with ${CALLS_PER_ADDRESS - sockets.filter(isClosed).length} calls under way the next of that address ${refused.status}, in the API's shape: ${isInShape}; one of another address ${otherAddress.status}`,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Returns whether the port accepts connections. */
const isPortOpen = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

export async function checkHiddenMetrics(proxy: SiteProxy): Promise<Verdict> {
  const inside = await fetch('http://127.30.2.11:9464/metrics')
  const { status, body } = await callProxy(proxy, '/metrics')
  const openOnOthers = await Promise.all(
    ['127.30.0.11', '127.30.1.11', '127.0.0.1'].map((host) => isPortOpen(host, 9464)),
  )
  const isHidden = !openOnOthers.includes(true) && !body.includes('apoderados_requests_total')
  return {
    isGood: inside.status === 200 && isHidden,
    summary: `on the network of the figures ${inside.status}; on the others open: ${openOnOthers.filter(Boolean).length}; by the proxy ${status}, no figures: ${isHidden}`,
  }
}
