import type { AddressInfo } from 'node:net'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer, type TestServer } from '@apoderados/testing/testServer'
import { beforeAll, expect, it, vi } from 'vitest'
import { limits } from '../config.ts'

/** Larger than all buffers between the server and a client that does not read. */
const LARGE_PDF = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20 * 2 ** 20, 'pauta ')])
const logLines: string[] = []
const server = setupServer({
  limits: { maxDownloads: { perParent: 2, perProcess: 3 } },
  log: { write: (line) => logLines.push(line) },
})
const impatientServer = setupServer({
  secondProcessOf: server,
  limits: { maxDownloads: { perParent: 1, perProcess: 3 }, stalledResponseMs: 2_000 },
})

let school: TestSchool
let course_id: number
let largeDocumentId: string
let smallDocumentId: string

beforeAll(async () => {
  for (const { app } of [server(), impatientServer()]) await app.listen({ port: 0, host: '127.0.0.1' })
  school = await createTestSchool(server())
  course_id = await school.course()
  largeDocumentId = await school.document(LARGE_PDF, 'pauta.pdf')
  smallDocumentId = await school.document(Buffer.from('%PDF-1.7'), 'pauta.pdf')
})

const newParentJwt = async () => (await school.family(course_id)).jwt

/** Requests a file as a phone does, and reads it only as far as the test reads the response. */
function download(id: string, jwt: string, { app }: TestServer = server()): Promise<Response> {
  const { port } = app.server.address() as AddressInfo
  const path = BASE_PATH + api.getDocument.path.replace(':id', id)
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${jwt}` } })
}

it('are complete if they are large, with their length and unchanged bytes', async () => {
  const response = await download(largeDocumentId, await newParentJwt())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=pauta.pdf',
    'content-length': String(LARGE_PDF.length),
    'cache-control': 'no-store',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(await response.arrayBuffer()).equals(LARGE_PDF)).toBe(true)
})

it('stop reading if the client does not receive, and are limited in number', async () => {
  const read = vi.spyOn(server().services.files, 'readPart')
  const [jwt, other, third] = [await newParentJwt(), await newParentJwt(), await newParentJwt()]
  const runningDownloads = [await download(largeDocumentId, jwt), await download(largeDocumentId, jwt)]
  const furtherResponse = await download(smallDocumentId, jwt)
  expect([furtherResponse.status, furtherResponse.headers.get('retry-after')]).toEqual([429, '5'])
  runningDownloads.push(await download(largeDocumentId, other))
  expect((await download(smallDocumentId, third)).status).toBe(503)
  expect(read.mock.calls.length).toBeLessThan(
    (runningDownloads.length * LARGE_PDF.length) / limits.filePartBytes,
  )
  read.mockRestore()
  for (const response of runningDownloads) await response.body?.cancel()
  const statuses = async () => [
    (await download(smallDocumentId, jwt)).status,
    (await download(smallDocumentId, third)).status,
  ]
  await expect.poll(statuses, { interval: 20 }).toEqual([200, 200])
})
