import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/call'
import { afterEach, describe, expect, it } from 'vitest'
import { freshDatabase } from './testing/freshDatabase.ts'
import { NODE_OPTIONS } from './testing/serverProcess.ts'

const ENTRY = new URL('./mainCluster.ts', import.meta.url).pathname
const ROOT = new URL('../../..', import.meta.url).pathname
const REFUSAL = /^Apoderados cannot start: start:cluster needs DATABASE_URL[^\n]+\n$/
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function launch(environment: Record<string, string>) {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  const child = spawn(process.execPath, [...NODE_OPTIONS, ENTRY], { env, stdio: 'pipe' })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const said = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    said.output += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.errors += chunk
  })
  undo.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  return { child, ended, said }
}

const childrenOf = async ({ pid }: ChildProcess) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

/** Asks again and again on kept connections until `stop`; resolves with what each answer was. */
function askOn(url: string): () => Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const seen: Record<string, number> = {}
  let isOver = false
  const ask = () =>
    new Promise<string>((resolve) => {
      const call = get(url, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(String(answer.statusCode)))
      })
      call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    })
  async function caller(): Promise<void> {
    while (!isOver) {
      const outcome = await ask()
      seen[outcome] = (seen[outcome] ?? 0) + 1
      await delay(5) // the processes that start need the machine too
    }
  }
  const callers = Array.from({ length: 4 }, caller)
  return async () => {
    isOver = true
    await Promise.all(callers)
    agent.destroy()
    return seen
  }
}

const login = async (url: string) => {
  const answer = await fetch(`${url}${BASE_PATH}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nadie@example.com', password: 'mala' }),
  })
  return answer.status
}

describe('start:cluster', () => {
  it('without a database of its own refuses, in one line', async () => {
    const { ended, said } = launch({})
    expect(await ended).toBe(1)
    expect(said.errors).toMatch(REFUSAL)
  })

  it('refuses so before it builds the app', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const [first = '', ...rest] = scripts['start:cluster'].split(' && ')
    const before = (DATABASE_URL: string) =>
      spawnSync('sh', ['-c', first], { cwd: ROOT, env: { PATH, DATABASE_URL }, encoding: 'utf8' })
    expect(before('')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(REFUSAL) })
    expect(before('postgres://u:p@127.0.0.1:1/x')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(rest).toEqual([
      expect.stringContaining('build.ts --if-stale'),
      expect.stringMatching(/mainCluster\.ts$/),
    ])
  })

  it('ends when its processes cannot start, and they alone say why', async () => {
    const { ended, said } = launch({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', WORKERS: '2' })
    expect(await ended).toBe(1)
    expect(said.errors).toBe('Apoderados cannot start: the database does not answer: check DATABASE_URL\n')
  })

  it('replaces a process that was killed, and all of them on SIGHUP without losing a call', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'apoderados-cluster-'))
    undo.push(() => rm(DATA_DIR, { recursive: true, force: true }))
    const METRICS_PORT = String(await freePort())
    const { child, ended, said } = launch({
      DATA_DIR,
      METRICS_PORT,
      DATABASE_URL: await freshDatabase(),
      WORKERS: '2',
    })
    await expect.poll(() => said.output).toContain('with 2 processes')
    const [url = ''] = /http:\/\/[^\s"]+/.exec(said.output) ?? []
    const figure = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
      return Number(new RegExp(`^apoderados_${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    }

    const tries: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) tries.push(await login(url)) // in turn by both
    expect(tries).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect(await figure('sign_ins_total{outcome="refused"}')).toBe(6)

    const [first = 0, second = 0] = await childrenOf(child)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => figure('process_deaths')).toBe(1)
    expect(await figure('sign_ins_total{outcome="refused"}')).toBe(6) // those of the dead one too
    await expect.poll(async () => (await childrenOf(child)).length).toBe(2)
    const old = await childrenOf(child)
    expect(old).toContain(second)
    expect(old).not.toContain(first)

    // While the one that follows the dead one still starts: it may have read the version before.
    const stopAsking = askOn(`${url}/healthz`)
    child.kill('SIGHUP')
    await expect.poll(() => said.output).toContain('all processes are new')
    expect(Object.keys(await stopAsking())).toEqual(['200'])
    const fresh = await childrenOf(child)
    expect([fresh.length, fresh.some((pid) => old.includes(pid))]).toEqual([2, false])
    expect(await figure('processes')).toBe(2)

    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(fresh.filter((pid) => isAlive(pid))).toEqual([])
    expect(said.errors).toBe('')
  })

  it.runIf(process.platform === 'linux')(
    'goes on where the machine has no room for a new process, and begins one once there is',
    { tags: 'processes' },
    async () => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'apoderados-cluster-'))
      undo.push(() => rm(DATA_DIR, { recursive: true, force: true }))
      const { child, ended, said } = launch({ DATA_DIR, DATABASE_URL: await freshDatabase(), WORKERS: '2' })
      await expect.poll(() => said.output).toContain('with 2 processes')
      const mayOpen = (files: number) => execFileSync('prlimit', [`--pid=${child.pid}`, `--nofile=${files}:`])
      const [first = 0, second] = await childrenOf(child)
      mayOpen(3)
      child.kill('SIGHUP')
      const refusal = 'a new process did not start: the old ones go on'
      await expect.poll(() => said.output).toContain(refusal)
      process.kill(first, 'SIGKILL')
      const refused = () => said.output.match(/"code":"EMFILE","msg":"a process was not begun"/g)?.length
      await expect.poll(refused).toBeGreaterThanOrEqual(3) // of the roll, at once and after a second
      expect(await childrenOf(child)).toEqual([second])
      mayOpen(1_024)
      await expect.poll(async () => (await childrenOf(child)).length).toBe(2)
      child.kill('SIGTERM')
      expect([await ended, said.errors]).toEqual([0, ''])
    },
  )
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
