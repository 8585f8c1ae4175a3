import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { openDatabase } from '@apoderados/core/db/client/open'
import { attachCluster } from '@apoderados/core/db/embedded/cluster'
import { freshDatabase } from '@apoderados/testing/database/freshDatabase'
import {
  clusterPid,
  endOf,
  readLastOutput,
  type ServerProcess,
  setupServerProcesses,
} from '@apoderados/testing/serverProcess'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const { newFolder, readyFolder, run, start } = setupServerProcesses()

/**
 * Starts a proxy of the database at `url` that never answers the housekeeping. `asked` resolves when the housekeeping
 * connects, and `givenUp` when that connection closes, which `hangUp` does.
 */
async function startProxySilentToHousekeeping(url: string) {
  const [asked, givenUp] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const { hostname, port } = new URL(url)
  let hangUp = () => {}
  const proxy = createServer((client) => {
    client.on('error', () => {})
    client.once('data', (hello) => {
      if (hello.includes('apoderados housekeeping')) {
        hangUp = () => client.destroy()
        asked.resolve('asked')
        client.once('close', () => givenUp.resolve('given up'))
        return
      }
      const database = connect(Number(port), hostname).on('error', () => client.destroy())
      database.write(hello)
      client.pipe(database).pipe(client)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const through = Object.assign(new URL(url), { port: (proxy.address() as AddressInfo).port }).href
  return { url: through, asked: asked.promise, givenUp: givenUp.promise, hangUp: () => hangUp() }
}

describe('the server as a process', () => {
  it('recovers from a kill -9 by itself, and refuses a second server on its data', {
    tags: 'processes',
  }, async () => {
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

  it('refuses new connections as soon as it must stop, while its housekeeping waits for the database', {
    tags: 'processes',
  }, async () => {
    const database = await startProxySilentToHousekeeping(await freshDatabase())
    const server = await run({ DATABASE_URL: database.url, DATA_DIR: await newFolder(), HOST: '127.0.0.1' })
    await database.asked
    const ended = server.end('SIGTERM')
    const isRefused = () =>
      fetch(`${server.url()}/healthz`).then(
        () => false,
        () => true,
      )
    const refused = expect.poll(isRefused).toBe(true)
    expect(await Promise.race([database.givenUp, refused.then(() => 'refused')])).toBe('refused')
    database.hangUp()
    expect(await ended).toBe(0)
  })

  it('starts while its last database process is still stopping', { tags: 'processes' }, async () => {
    const DATA_DIR = await readyFolder()
    const files = join(DATA_DIR, 'postgres/cluster')
    const { uid, gid } = await stat(files)
    const going = spawn('/bin/sh', ['-c', 'read line', files], { uid, gid })
    await writeFile(join(files, 'postmaster.pid'), `${going.pid}\n${files}\n1\n1\n`)
    const server = start({ DATA_DIR })
    const log = () => readFile(join(DATA_DIR, 'postgres/postgres.log'), 'utf8')
    await expect.poll(log).toContain('lock file "postmaster.pid" already exists')
    going.kill('SIGKILL')
    await server.listening
    expect(server.output()).toContain('listening')
  })
})

describe('a running server', () => {
  const shared = setupServerProcesses(afterAll)
  let DATA_DIR = ''
  let server: ServerProcess
  beforeAll(async () => {
    DATA_DIR = await shared.readyFolder()
    server = await shared.run({ DATA_DIR, LOG_LEVEL: 'trace' })
  })

  it('restarts its database when that was killed, and answers 503 meanwhile', async () => {
    const jwt = await server.signIn()
    process.kill((await clusterPid(DATA_DIR)) as number, 'SIGKILL')
    const status = async () => (await server.profile(jwt)).status
    // PostgreSQL closes the connections of a dead process with a delay. A session may send 600 calls a minute.
    await expect.poll(status, { interval: 110 }).toBe(503)
    await expect.poll(status, { interval: 110 }).toBe(200)
  })

  it('writes mails to its folder, prints the path, and logs neither code, password nor e-mail', async () => {
    const [email, secret] = ['apoderado@example.com', 'tres-tristes-tigres']
    await expect.poll(server.output).toContain('nuevo@example.com')
    const loggedBefore = server.output().length
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
    expect((await server.post('/auth/login', { email, password: 'demo1234' })).status).toBe(401)
    const loggedText = server.output().slice(loggedBefore) + server.errors()
    expect(loggedText).toContain('recovery_confirm')
    for (const secretText of [code, secret, 'CODIGO-MALO', '@example.com', 'demo1234'])
      expect(loggedText).not.toContain(secretText)
  })

  it('answers the calls in progress before it stops', async () => {
    const { port } = new URL(server.url())
    const body = JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' })
    const head = `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
    const call = connect(Number(port), '127.0.0.1')
    const responded = text(call)
    // The call is pending until the end of its body is sent.
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
    const response = await responded
    expect(response).toMatch(/^HTTP\/1.1 200 /)
    expect(response).toMatch(/\r\nconnection: close\r\n/i)
    expect(await ended).toBe(0)
  })
})

/** Delays the query of the migrations for ten minutes, and logs that it arrived. */
async function silenceMigrations(dataDir: string): Promise<void> {
  const cluster = await attachCluster(dataDir)
  const { $client: pool } = openDatabase(cluster.url)
  await pool.query('alter table migrations rename to applied')
  await pool.query(`create function wait_here() returns setof applied language plpgsql as
    $$ begin raise log 'the start waits'; perform pg_sleep(600); end $$`)
  await pool.query('create view migrations as select * from wait_here()')
  await pool.end()
  await cluster.stop()
}

it('says that the embedded database is for trial once it holds a school that is not the demo', {
  tags: 'processes',
}, async () => {
  const DATA_DIR = await readyFolder()
  const cluster = await attachCluster(DATA_DIR)
  const { $client: pool } = openDatabase(cluster.url)
  await pool.query(`update demo_school set is_off = true`)
  await pool.end()
  await cluster.stop()
  const server = await run({ DATA_DIR })
  await expect.poll(server.output).toContain('\nThe embedded PostgreSQL is for a trial: ')
  expect(server.output()).not.toContain('Demo accounts')
})

describe('a start that hangs', () => {
  it('ends at the second signal, with its PostgreSQL', { tags: 'processes' }, async () => {
    const DATA_DIR = await readyFolder()
    await silenceMigrations(DATA_DIR)
    const { child, errors } = start({ DATA_DIR })
    onTestFinished(() => void child.kill('SIGKILL'))
    const log = () => readFile(join(DATA_DIR, 'postgres/postgres.log'), 'utf8')
    await expect.poll(log).toContain('the start waits')
    child.kill('SIGINT') // The first signal comes from the terminal, the second from npm.
    child.kill('SIGINT')
    expect(await Promise.race([endOf(child), delay(1_500, 'waits')])).toBe('waits')
    child.kill('SIGINT')
    expect(await endOf(child)).toBe(1)
    expect([errors(), await clusterPid(DATA_DIR)]).toEqual(['', undefined])
  })
})

describe('a start that fails', () => {
  it('reports that the port is in use', { tags: 'processes' }, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' && address?.port)
    const DATA_DIR = await readyFolder()
    expect(await readLastOutput(await run({ DATA_DIR, PORT }))).toBe(
      `Apoderados cannot start: port ${PORT} is taken: stop the other server, or choose another port: PORT=${Number(PORT) + 2} npm start`,
    )
    expect(await clusterPid(DATA_DIR)).toBeUndefined()
    other.close()
  })

  it('reports that the embedded database’s password was lost', { tags: 'processes' }, async () => {
    const DATA_DIR = await readyFolder()
    await rm(join(DATA_DIR, 'postgres/password'))
    expect(await readLastOutput(await run({ DATA_DIR }))).toMatch(/postgres\/password is lost: restore it/)
  })

  it('reports that the store of STORAGE_URL does not answer', { tags: 'processes' }, async () => {
    const STORAGE_URL = 's3://llave:s3cr3t@127.0.0.1:1/archivos?tls=false'
    expect(await readLastOutput(await run({ DATA_DIR: await readyFolder(), STORAGE_URL }))).toBe(
      'Apoderados cannot start: STORAGE_URL: no store answers at http://127.0.0.1:1 (ECONNREFUSED)',
    )
  })
})
