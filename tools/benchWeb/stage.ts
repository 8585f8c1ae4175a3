import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { storedSession } from '../../e2e/storedSession.ts'
import { run, until } from '../stage/programs.ts'
import { newFolder } from '../suite.ts'
import { buildHello } from './hello.ts'

export type Stage = {
  /** A folder for whatever a part of the run needs. */
  folder: (name: string) => string
  url: string
  helloUrl: string
  /** What the device of a signed-in parent keeps (spec §3). */
  session: Record<string, string>
}

const API = '/api/v1/mobile/parent'

async function signIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}${API}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' }),
  })
  const { jwt, parent } = (await answer.json()) as { jwt: string; parent: { students: object[] } }
  return storedSession(jwt, parent)
}

export async function prepareStage(): Promise<Stage> {
  const root = newFolder('bench-web')
  const folder = (name: string) => {
    const path = join(root, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  await buildHello(folder('hello'))
  const server = run(process.execPath, [join(import.meta.dirname, 'server.ts'), folder('hello')])
  const addresses = () => /^ready (\S+) (\S+)$/m.exec(server.said())
  await until(() => addresses() !== null, 'the server', server)
  const [, url = '', helloUrl = ''] = addresses() ?? []
  return { folder, url, helloUrl, session: await signIn(url) }
}

/** How one file travels, asked for as a browser does: 'br 1.8 KB'. @throws when it was packed twice, or not at all */
export async function encodingOf(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const asked = request(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, async (answer) => {
    const packed = await buffer(answer)
    const { 'content-encoding': encoding } = answer.headers
    if (encoding !== 'br') return reject(new Error(`${url} came as ${encoding ?? 'it is'}`))
    const start = brotliDecompressSync(packed).subarray(0, 4).toString()
    if (!/^[\x20-\x7e]{4}$/.test(start)) return reject(new Error(`${url} is packed twice`))
    resolve(`br ${(packed.length / 1000).toFixed(1)} KB`)
  })
  asked.on('error', reject).end()
  return promise
}
