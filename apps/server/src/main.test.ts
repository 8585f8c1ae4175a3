import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/call'
import { LoginResponse } from '@apoderados/contract/session'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'

const ENTRY = new URL('./main.ts', import.meta.url).pathname
const folders: string[] = []
const children: ChildProcess[] = []

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-main-'))
  await chmod(folder, 0o711)
  folders.push(folder)
  return folder
}

let prepared: Promise<string> | undefined

/** A folder whose server has run before, copied from the first such one: a first start takes its seconds. */
async function readyFolder(): Promise<string> {
  prepared ??= prepareFolder()
  const folder = await newFolder()
  execFileSync('cp', ['-a', `${await prepared}/.`, folder]) // PostgreSQL's files keep their owner
  return folder
}

async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-main-ready-'))
  await chmod(folder, 0o711)
  const server = await run({ DATA_DIR: folder })
  await server.end('SIGTERM')
  return folder
}

afterAll(async () => {
  if (prepared) await rm(await prepared, { recursive: true, force: true })
})

const ends = new WeakMap<ChildProcess, Promise<number | null>>()

/** Notes the child's end, which comes when all that it said has been read. */
function track<T extends ChildProcess>(child: T): T {
  children.push(child)
  ends.set(child, new Promise((resolve) => child.once('close', resolve)))
  return child
}
const endOf = async (child: ChildProcess) => (await ends.get(child)) ?? null

/** Runs the server as an operator would, until it listens or ends. */
async function run(environment: Record<string, string>) {
  const child = track(
    spawn(process.execPath, [ENTRY], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
    }),
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', () =>
      output.includes('Demo accounts') || output.includes('listening') ? resolve() : undefined,
    )
  })
  await Promise.race([listening, endOf(child)])
  const url = /http:\/\/[^\s"]+/.exec(output)?.[0] ?? ''
  const login = () =>
    fetch(`${url}${BASE_PATH}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' }),
    })
  /** The token of a new session. */
  const signIn = async () => LoginResponse.parse(await (await login()).json()).jwt
  const profile = (jwt: string) =>
    fetch(`${url}${BASE_PATH}/auth/profile`, { headers: { authorization: `Bearer ${jwt}` } })
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal)
    return endOf(child)
  }
  const post = (path: string, body: object, jwt?: string) =>
    fetch(`${url}${BASE_PATH}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(jwt && { authorization: `Bearer ${jwt}` }) },
      body: JSON.stringify(body),
    })
  return { child, login, signIn, profile, post, end, output: () => output, errors: () => errors }
}

/** The process of the cluster that lies in `folder`, while it runs. */
async function clusterPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!(pid > 0)) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGTERM')
    await endOf(child)
  }
  for (const folder of folders.splice(0)) {
    const pid = await clusterPid(folder)
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
})

describe('the server as a process', () => {
  it('starts on an empty folder, keeps its data over a restart and leaves nothing running', async () => {
    const DATA_DIR = await newFolder()
    const first = await run({ DATA_DIR })
    expect(first.output()).toMatch(/Apoderados is listening on http:\/\/127\.0\.0\.1:\d+/)
    await expect.poll(first.output).toContain('nuevo@example.com')
    const jwt = await first.signIn()
    expect(await first.end('SIGTERM')).toBe(0)
    expect(await clusterPid(DATA_DIR)).toBeUndefined()

    const second = await run({ DATA_DIR })
    expect((await second.profile(jwt)).status).toBe(200)
    second.child.kill('SIGINT') // from the terminal, then once more from npm
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

  it('recovers from a kill -9 by itself, and refuses a second server on its data', async () => {
    const DATA_DIR = await readyFolder()
    const first = await run({ DATA_DIR })
    const jwt = await first.signIn()
    await first.end('SIGKILL')
    expect(await clusterPid(DATA_DIR)).toBeGreaterThan(0)

    const next = await run({ DATA_DIR })
    expect((await next.profile(jwt)).status).toBe(200)
    const intruder = await run({ DATA_DIR })
    expect(await endOf(intruder.child)).toBe(1)
    expect(intruder.errors()).toBe(
      `Apoderados cannot start: another server uses ${DATA_DIR}: stop it, or choose another DATA_DIR\n`,
    )
    expect((await next.profile(jwt)).status).toBe(200)
  })

  it('stopped while it starts leaves nothing running', async () => {
    const DATA_DIR = await newFolder()
    const environment = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR }
    const child = track(spawn(process.execPath, [ENTRY], { env: environment, stdio: 'pipe' }))
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    await expect.poll(() => clusterPid(DATA_DIR), { timeout: 15_000, interval: 10 }).toBeGreaterThan(0)
    child.kill('SIGTERM')
    await endOf(child)
    expect([child.exitCode, errors, await clusterPid(DATA_DIR)]).toEqual([0, '', undefined])
  })

  it('answers the calls under way before it stops, and stops then', async () => {
    const server = await run({ DATA_DIR: await readyFolder() })
    const { port } = new URL(/http:\S+/.exec(server.output())?.[0] ?? '')
    const body = JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' })
    const head = `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
    const call = connect(Number(port), '127.0.0.1')
    const answered = text(call)
    // The call stays under way for as long as the end of its body is held back.
    call.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`)
    expect((await server.login()).status).toBe(200)
    const ended = server.end('SIGTERM')
    await expect
      .poll(() =>
        server.login().then(
          () => 'served',
          () => 'turned away',
        ),
      )
      .toBe('turned away')
    call.write(body.slice(5))
    const answer = await answered
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(await Promise.race([ended, delay(8_000, 'still draining')])).toBe(0)
  })

  it('starts twice on one empty folder: one serves, the other says so', async () => {
    const DATA_DIR = await newFolder()
    const both = await Promise.all([run({ DATA_DIR }), run({ DATA_DIR })])
    const serving = both.filter((server) => server.output().includes('listening'))
    const refused = both.filter((server) => server.errors().includes('another server uses'))
    expect([serving.length, refused.length]).toEqual([1, 1])
  })

  it('starts though the number of its last database process is another program’s now', async () => {
    const DATA_DIR = await readyFolder()
    await writeFile(join(DATA_DIR, 'postgres/cluster/postmaster.pid'), `${process.pid}\n/x\n1\n5432\n`)
    expect((await run({ DATA_DIR })).output()).toContain('listening')
  })

  it('brings its database back when that was killed, and answers 503 meanwhile', async () => {
    const DATA_DIR = await readyFolder()
    const server = await run({ DATA_DIR })
    const jwt = await server.signIn()
    process.kill((await clusterPid(DATA_DIR)) as number, 'SIGKILL')
    const statuses = new Set<number>()
    await expect
      .poll(
        async () => {
          const { status } = await server.profile(jwt)
          statuses.add(status)
          return status
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe(200)
    expect([...statuses].sort()).toEqual([200, 503])
  })

  it('writes mails to its folder, says where, and logs neither code, password nor e-mail', async () => {
    const DATA_DIR = await readyFolder()
    const server = await run({ DATA_DIR, LOG_LEVEL: 'trace' })
    const [email, secret] = ['apoderada@example.com', 'tres-tristes-tigres']
    await expect.poll(server.output).toContain('nuevo@example.com')
    const told = server.output().length
    await server.post('/auth/recovery', { email: 'nadie@example.com' })
    expect((await server.post('/auth/recovery', { email })).status).toBe(200)
    await expect.poll(server.output).toMatch(/A mail was written to .+\.eml\n/)
    const [, path = ''] = /A mail was written to (.+)\n/.exec(server.output()) ?? []
    const [code = ''] = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/m.exec(await readFile(path, 'utf8')) ?? []
    expect((await server.post('/auth/recovery_validate', { token: 'CODIGO-MALO' })).status).toBe(400)
    const recovered = await server.post('/auth/recovery_confirm', {
      email,
      token: code,
      new_password: secret,
    })
    expect(recovered.status).toBe(200)
    expect((await server.login()).status).toBe(401)
    const said = server.output().slice(told) + server.errors()
    expect(said).toContain('recovery_confirm')
    for (const word of [code, secret, 'CODIGO-MALO', '@example.com', 'demo1234'])
      expect(said).not.toContain(word)
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('runs on a PostgreSQL server of its own, where it loads no demo', async () => {
    const DATA_DIR = await newFolder()
    const DATABASE_URL = inject('clusterUrl').replace(/postgres$/, 'separate')
    const server = inject('clusterUrl').replace(/\/postgres$/, '')
    const { openDatabase } = await import('./db/open.ts')
    const admin = openDatabase(`${server}/postgres`)
    await admin.$client.query('create database separate')
    await admin.$client.end()
    const first = await run({ DATA_DIR, DATABASE_URL, HOST: '127.0.0.1', LOG_LEVEL: 'warn' })
    expect(first.output()).toContain('listening')
    expect(first.output()).not.toContain('Demo accounts')
    expect(first.output()).toContain('SMTP_URL is not set: no mail leaves')
    expect((await first.login()).status).toBe(401)
    expect(await clusterPid(DATA_DIR)).toBeUndefined()
    expect(await first.end('SIGTERM')).toBe(0)
  })
})

describe('a start that cannot be', () => {
  const cannotStart = async (environment: Record<string, string>) => {
    const server = await run(environment)
    expect(await endOf(server.child)).toBe(1)
    expect(server.errors().trim().split('\n')).toHaveLength(1)
    return server.errors().trim()
  }

  it('says that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' && address?.port)
    const DATA_DIR = await readyFolder()
    expect(await cannotStart({ DATA_DIR, PORT })).toBe(
      'Apoderados cannot start: the port is taken: stop the other server or set PORT',
    )
    expect(await clusterPid(DATA_DIR)).toBeUndefined()
    other.close()
  })

  it('says which variable is wrong', async () => {
    expect(await cannotStart({ PORT: 'x' })).toBe('Apoderados cannot start: PORT must be a port, 0 to 65535')
  })

  it('says that the data folder cannot be', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    expect(await cannotStart({ DATA_DIR: join(file, 'data') })).toMatch(/cannot start: .+ is not a folder$/)
    if (process.getuid?.() !== 0) {
      const closed = await newFolder()
      await chmod(closed, 0o500)
      expect(await cannotStart({ DATA_DIR: join(closed, 'data') })).toMatch(
        /cannot start: no permission for /,
      )
    }
  })

  it('says that the embedded database’s password was lost', async () => {
    const DATA_DIR = await readyFolder()
    await rm(join(DATA_DIR, 'postgres/password'))
    expect(await cannotStart({ DATA_DIR })).toMatch(/postgres\/password is lost: restore it/)
  })

  it('says that the store of STORAGE_URL does not answer', async () => {
    const STORAGE_URL = 's3://llave:s3cr3t@127.0.0.1:1/archivos?tls=false'
    expect(await cannotStart({ DATA_DIR: await readyFolder(), STORAGE_URL })).toBe(
      'Apoderados cannot start: STORAGE_URL: no store answers at http://127.0.0.1:1 (ECONNREFUSED)',
    )
  })

  it('says that the database is away, unknown or refuses', async () => {
    const DATA_DIR = await newFolder()
    const start = (DATABASE_URL: string) => cannotStart({ DATA_DIR, DATABASE_URL })
    expect(await start('postgres://u:p@127.0.0.1:1/x')).toContain(
      'the database does not answer: check DATABASE_URL',
    )
    const url = inject('clusterUrl')
    expect(await start(url.replace(/:[^:@]+@/, ':wrong@'))).toContain(
      'the database refuses the password: check DATABASE_URL',
    )
    expect(await start(url.replace(/postgres$/, 'nothing_here'))).toContain('the database does not exist')
    expect(await start(url.replace(/:[^:@]+@/, '@'))).toMatch(
      /the database: .+password.+: check DATABASE_URL/,
    )
  })

  it('says that Node is too old, before any TypeScript', () => {
    const script = new URL('../../../tools/node-version.js', import.meta.url).pathname
    const check = `Object.defineProperty(process.versions, 'node', { value: '20.20.0' }); await import('${script}')`
    const attempt = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', check], { stdio: 'pipe' })
    expect(attempt).toThrow('Node 24 or newer is needed, this is 20.20.0: run npm ci, then npm start')
  })
})
