import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkServer, openDatabase } from '@apoderados/core/db/client/open'
import { startCluster } from '@apoderados/core/db/embedded/cluster'
import { CLUSTER_ACCOUNT } from '@apoderados/core/db/embedded/clusterAccount'
import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import {
  clusterPid,
  endOf,
  PRELOAD,
  readLastOutput,
  type ServerProcess,
  setupServerProcesses,
} from '@apoderados/testing/serverProcess'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { explainStartError } from './startup/startErrors.ts'

const { newFolder, start, run } = setupServerProcesses()
const isRoot = process.getuid?.() === 0
const outputOfFailedStart = async (environment: Record<string, string>) =>
  readLastOutput(await run(environment))

/** Returns the names of the files that a start creates in `folder` before its cluster is complete. */
async function unfinishedFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'postgres')).catch(() => [])
  return names.filter((name) => /^(cluster-unfinished|password-for-initdb)$/.test(name)).sort()
}

describe('the first start of a server', () => {
  describe('on an empty folder', () => {
    const shared = setupServerProcesses(afterAll)
    let DATA_DIR = ''
    let first: ServerProcess

    const NOBODY = 65_534
    const idOf = (flag: string) => Number(execFileSync('id', [flag, CLUSTER_ACCOUNT], { encoding: 'utf8' }))
    const clusterFiles = () => join(DATA_DIR, 'postgres/cluster')
    async function clusterOwner() {
      const pid = await clusterPid(DATA_DIR)
      const [files, running] = await Promise.all(
        [join(clusterFiles(), 'PG_VERSION'), `/proc/${pid}`].map((path) => stat(path)),
      )
      return { files: files?.uid, process: running?.uid }
    }

    beforeAll(async () => {
      DATA_DIR = await shared.newFolder()
      first = await shared.run({ DATA_DIR })
    })

    it('prints the address, the demo accounts and what to read next', async () => {
      expect(first.output()).toMatch(/Apoderados is listening on http:\/\/127\.0\.0\.1:\d+/)
      await expect.poll(first.output).toContain('nuevo@example.com')
      await expect
        .poll(() => first.output().trim().split('\n').slice(-2))
        .toEqual([
          `Open ${first.url()} in a browser. Ctrl-C stops the server; the next start keeps its data.`,
          expect.stringMatching(/^Next, with data of your own: docs\/operations\.md, then npm run import /),
        ])
    })

    it('prints the address of the school’s console, its demo accounts and the secret of their codes', async () => {
      await expect.poll(first.output).toContain('inspectoria@example.com')
      expect(first.output()).toContain(DEMO_TOTP_SECRET)
      const [, origin = ''] = /console is listening on (http:\/\/localhost:\d+)/.exec(first.output()) ?? []
      const response = await fetch(`${origin}/api/v1/office/session`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'direccion@example.com', password: 'demo1234' }),
      })
      expect(await response.json()).toEqual({ success: true, factors: { totp: true, passkey: false } })
    })

    it.runIf(isRoot)('runs PostgreSQL as a separate account if the server runs as root', async () => {
      const ownId = idOf('-u')
      expect(ownId).not.toBe(NOBODY)
      expect(await clusterOwner()).toEqual({ files: ownId, process: ownId })
    })

    describe('and the next start', () => {
      let jwt = ''
      let firstEnd: unknown[] = []
      let second: ServerProcess

      beforeAll(async () => {
        jwt = await first.signIn()
        firstEnd = [await first.end('SIGTERM'), await clusterPid(DATA_DIR)]
        second = await shared.run({ DATA_DIR })
      })

      it('keep the data, and leave no process running in between', async () => {
        expect(firstEnd).toEqual([0, undefined])
        expect((await second.profile(jwt)).status).toBe(200)
      })

      it('end at two signals without an error, and leave no process running', async () => {
        second.child.kill('SIGINT') // The first signal comes from the terminal, the second from npm.
        await expect
          .poll(() =>
            second.profile(jwt).then(
              () => 'answers',
              () => 'gone',
            ),
          )
          .toBe('gone')
        expect(await second.end('SIGINT')).toBe(0)
        expect(await clusterPid(DATA_DIR)).toBeUndefined()
        expect(second.errors()).toBe('')
      })
    })
  })

  it.runIf(isRoot)('names the command that creates the account if root cannot create it', async () => {
    const errorOutput = await outputOfFailedStart({ DATA_DIR: await newFolder(), PATH: await newFolder() })
    expect(errorOutput).toContain(`useradd --system --user-group`)
    expect(errorOutput).toContain(CLUSTER_ACCOUNT)
  })

  it('leaves no process running if it is stopped meanwhile', { tags: 'processes' }, async () => {
    const DATA_DIR = await newFolder()
    const { child, errors } = start({ DATA_DIR })
    await expect.poll(() => clusterPid(DATA_DIR), { interval: 10 }).toBeGreaterThan(0)
    child.kill('SIGTERM')
    await endOf(child)
    expect([child.exitCode, errors(), await clusterPid(DATA_DIR)]).toEqual([0, '', undefined])
  })

  it('leaves nothing that the next start does not remove if it is killed while it creates its cluster', {
    tags: 'processes',
  }, async () => {
    const DATA_DIR = await newFolder()
    const { child } = start({ DATA_DIR })
    const unfinishedNames = () => unfinishedFilesIn(DATA_DIR)
    await expect.poll(unfinishedNames, { interval: 5 }).toHaveLength(2)
    child.kill('SIGKILL')
    await endOf(child)
    expect(await unfinishedNames()).toEqual(['cluster-unfinished', 'password-for-initdb'])
    expect((await run({ DATA_DIR })).output()).toContain('listening')
    expect(await unfinishedNames()).toEqual([])
  })

  it('works on a separate PostgreSQL server, where it loads no demo', async () => {
    const DATA_DIR = await newFolder()
    const DATABASE_URL = inject('clusterUrl').replace(/postgres$/, 'separate')
    const server = inject('clusterUrl').replace(/\/postgres$/, '')
    const { openDatabase } = await import('@apoderados/core/db/client/open')
    const admin = openDatabase(`${server}/postgres`)
    await admin.$client.query('create database separate')
    await admin.$client.end()
    const first = await run({ DATA_DIR, DATABASE_URL, HOST: '127.0.0.1', LOG_LEVEL: 'warn' })
    expect(first.output()).toContain('listening')
    expect(first.output()).not.toContain('Demo accounts')
    expect(first.output()).toContain('SMTP_URL is not set: no mail leaves')
    const linesBesideLog = () => first.output().replace(/^\{.*\n/gm, '') // a log line may follow at any time
    await expect
      .poll(linesBesideLog)
      .toMatch(/\nOpen http:\S+ in a browser\. Ctrl-C stops .+\nNext: docs\/operations\.md .+\n$/)
    expect((await first.login()).status).toBe(401)
    expect(await clusterPid(DATA_DIR)).toBeUndefined()
    expect(await first.end('SIGTERM')).toBe(0)
  })
})

describe('a first start that fails', () => {
  it('leaves neither a part of the cluster nor its password', {
    tags: 'processes',
  }, async () => {
    const DATA_DIR = await newFolder()
    await mkdir(join(DATA_DIR, 'postgres'))
    await writeFile(join(DATA_DIR, 'postgres/password'), '')
    expect(await outputOfFailedStart({ DATA_DIR })).toMatch(
      /PostgreSQL could not be set up: initdb: error: password file/,
    )
    expect(await unfinishedFilesIn(DATA_DIR)).toEqual([])
  })

  it('reports which variable is wrong', async () => {
    expect(await outputOfFailedStart({ PORT: 'x' })).toBe(
      'Apoderados cannot start: PORT must be a port, 0 to 65535',
    )
  })

  it('reports an unusable data folder', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    expect(await outputOfFailedStart({ DATA_DIR: join(file, 'data') })).toMatch(
      /cannot start: .+ is not a folder$/,
    )
    if (process.platform === 'linux')
      await expect(startCluster('/proc/x')).rejects.toThrow(
        /\/proc\/x cannot be made: choose another DATA_DIR$/,
      )
    if (!isRoot) {
      const closed = await newFolder()
      await chmod(closed, 0o500)
      expect(await outputOfFailedStart({ DATA_DIR: join(closed, 'data') })).toMatch(
        /cannot start: no permission for /,
      )
    }
  })

  it('reports that the database is unreachable, unknown or rejects the connection', async () => {
    const DATABASE_URL = 'postgres://u:p@127.0.0.1:1/x'
    expect(await outputOfFailedStart({ DATA_DIR: await newFolder(), DATABASE_URL })).toContain(
      'the database does not answer: check DATABASE_URL',
    )
    const url = inject('clusterUrl')
    /** Returns the reason with which the server would exit, from the error of its first connection. */
    const reasonFor = async (url: string) => {
      const db = openDatabase(url)
      const reason = await checkServer(db).then(
        () => 'connected',
        (error) => explainStartError(error, 'database'),
      )
      await db.$client.end()
      return reason
    }
    expect(await reasonFor(url)).toBe('connected')
    expect(await reasonFor(url.replace(/:[^:@]+@/, ':wrong@'))).toBe(
      'the database refuses the password: check DATABASE_URL',
    )
    expect(await reasonFor(url.replace(/postgres$/, 'nothing_here'))).toContain('the database does not exist')
    expect(await reasonFor(url.replace(/:[^:@]+@/, '@'))).toBe(
      'the database wants a password: check DATABASE_URL',
    )
    expect(await reasonFor(`${url}?sslmode=require`)).toContain(
      'The server does not support SSL connections: check DATABASE_URL',
    )
  })

  it('reports that Node is too old, before it loads TypeScript', () => {
    const check = `Object.defineProperty(process.versions, 'node', { value: '20.20.0' }); await import('${PRELOAD}')`
    const attempt = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', check], { stdio: 'pipe' })
    expect(attempt).toThrow('Node 24 or newer is needed, this is 20.20.0: run npm ci, then npm start')
  })
})
