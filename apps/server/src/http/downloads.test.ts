import type { AddressInfo } from 'node:net'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { beforeAll, expect, it, vi } from 'vitest'
import { limits } from '../config.ts'
import { createTestSchool, type TestSchool } from '../testing/testSchool.ts'
import { type TestServer, useServer } from '../testing/testServer.ts'

/** Larger than all buffers between the server and a client that does not read. */
const LARGE = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20 * 2 ** 20, 'pauta ')])
const lines: string[] = []
const server = useServer({
  maxDownloads: { perParent: 2, perProcess: 3 },
  log: { write: (line) => lines.push(line) },
})
const impatient = useServer({
  secondProcessOf: server,
  maxDownloads: { perParent: 1, perProcess: 3 },
  stalledAnswerMs: 2_000,
})

let school: TestSchool
let course_id: number
let large: string
let small: string

beforeAll(async () => {
  for (const { app } of [server(), impatient()]) await app.listen({ port: 0, host: '127.0.0.1' })
  school = await createTestSchool(server())
  course_id = await school.course()
  large = await school.document(LARGE, 'pauta.pdf')
  small = await school.document(Buffer.from('%PDF-1.7'), 'pauta.pdf')
})

const newParent = async () => (await school.family(course_id)).jwt

const lengthOf = async (answer: Response) => (await answer.arrayBuffer()).byteLength

/** Requests a file as a phone does, and reads it only as far as the test reads the answer. */
function download(id: string, jwt: string, { app }: TestServer = server()): Promise<Response> {
  const { port } = app.server.address() as AddressInfo
  const path = BASE_PATH + api.getDocument.path.replace(':id', id)
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${jwt}` } })
}

it('are complete if they are large, with their length and unchanged bytes', async () => {
  const answer = await download(large, await newParent())
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=pauta.pdf',
    'content-length': String(LARGE.length),
    'cache-control': 'no-store',
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(await answer.arrayBuffer()).equals(LARGE)).toBe(true)
})

it('stop reading if the client does not receive, and are limited in number', async () => {
  const read = vi.spyOn(server().services.files, 'readPart')
  const [jwt, other, third] = [await newParent(), await newParent(), await newParent()]
  const runningDownloads = [await download(large, jwt), await download(large, jwt)]
  const furtherAnswer = await download(small, jwt)
  expect([furtherAnswer.status, furtherAnswer.headers.get('retry-after')]).toEqual([429, '5'])
  runningDownloads.push(await download(large, other))
  expect((await download(small, third)).status).toBe(503)
  expect(read.mock.calls.length).toBeLessThan((runningDownloads.length * LARGE.length) / limits.filePartBytes)
  read.mockRestore()
  for (const answer of runningDownloads) await answer.body?.cancel()
  const statuses = async () => [(await download(small, jwt)).status, (await download(small, third)).status]
  await expect.poll(statuses, { interval: 20 }).toEqual([200, 200])
})

it('are aborted if the rest is missing, so that a client does not accept a part as complete', async () => {
  const id = await school.document(LARGE, 'pauta.pdf')
  const answer = await download(id, await newParent())
  await server().services.files.remove(id)
  await expect(lengthOf(answer)).rejects.toThrow()
  const failed = { msg: 'request failed', error: 'a file changed while it was read' }
  await expect
    .poll(() => lines.map((line) => JSON.parse(line)))
    .toContainEqual(expect.objectContaining(failed))
})

it('are aborted if no byte is sent for too long', async () => {
  const jwt = await newParent()
  const still = await download(large, jwt, impatient())
  await expect.poll(async () => (await download(small, jwt, impatient())).status, { interval: 50 }).toBe(200)
  await expect(lengthOf(still)).rejects.toThrow()
})
