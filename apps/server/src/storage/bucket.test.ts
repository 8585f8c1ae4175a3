import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError } from '@apoderados/core/configError'
import { type Files, StorageUnavailableError } from '@apoderados/core/files/fileStore'
import { randomId } from '@apoderados/core/secrets/keys'
import { type BucketServer, startBucketServer } from '@apoderados/testing/storage/bucketServer'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createBucket } from './bucket.ts'
import { type Bucket, readBucketUrl } from './bucketUrl.ts'
import { createFiles } from './files.ts'

let bucketServer: BucketServer
beforeAll(async () => {
  bucketServer = await startBucketServer()
})
afterAll(() => bucketServer.stop())

const parseBucket = (url: string) => readBucketUrl(url) as Bucket
const shortTimeouts = { connectMs: 200, readMs: 400, writeMs: 400 }

const storeServers: Server[] = []
/** Starts an S3 server that answers each request by `responses`, and returns a client of it. */
async function clientOfStore(responses: RequestListener, patience?: typeof shortTimeouts): Promise<Files> {
  const store = createServer(responses).listen(0, '127.0.0.1')
  storeServers.push(store)
  await new Promise((resolve) => store.once('listening', resolve))
  const { port } = store.address() as AddressInfo
  return createBucket(parseBucket(`s3://a:b@127.0.0.1:${port}/archivos?tls=false`), patience)
}
afterEach(() => {
  for (const store of storeServers.splice(0)) store.close().closeAllConnections()
})

async function listIds(files: Files): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of files.list()) ids.push(id)
  return ids.sort()
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  return error
}

describe('a bucket', () => {
  it('lists more files than one response contains', async () => {
    const ids = Array.from({ length: 5 }, randomId).sort()
    const files = await clientOfStore((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://store')
      const offset = Number(searchParams.get('continuation-token') ?? 0)
      const contents = ids
        .slice(offset, offset + 2)
        .map(
          (id) =>
            `<Contents><Key>${id}</Key><LastModified>2026-08-17T15:00:00.000Z</LastModified></Contents>`,
        )
      const hasMore = offset + 2 < ids.length
      response.end(`<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${contents.join('')}
        <IsTruncated>${hasMore}</IsTruncated>
        ${hasMore ? `<NextContinuationToken>${offset + 2}</NextContinuationToken>` : ''}</ListBucketResult>`)
    })
    expect(await listIds(files)).toEqual(ids)
  })

  it('may contain the files of several servers, each in its own folder', async () => {
    const bucketUrl = bucketServer.url()
    const [ownId, foreignId] = [randomId(), randomId()]
    const inside = createFiles({ dataDir: '', bucket: parseBucket(bucketUrl.replace(/\?/, '/otro?')) })
    const outside = createFiles({ dataDir: '', bucket: parseBucket(bucketUrl) })
    await inside.write(foreignId, Buffer.from('suyo'))
    await outside.write(ownId, Buffer.from('nuestro'))
    expect(await listIds(outside)).toEqual([ownId])
    expect(await listIds(inside)).toEqual([foreignId])
    expect(await outside.read(foreignId)).toBeUndefined()
  })

  it('is requested a second time after a failure', async () => {
    let calls = 0
    const files = await clientOfStore((_request, response) => {
      calls += 1
      if (calls === 1) response.writeHead(503).end()
      else response.end('contenido')
    })
    expect((await files.read(randomId()))?.toString()).toBe('contenido')
    expect(calls).toBe(2)
  })
})

describe('a failing store', () => {
  const busy: RequestListener = (_request, response) => response.writeHead(503).end()
  const silent: RequestListener = () => {}
  const stalling: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('la mitad')
  }
  const dropping: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('la mitad', () => response.destroy())
  }
  const confused: RequestListener = (_request, response) => response.writeHead(500).end('<html>no</html>')

  it.each([
    ['is overloaded', busy],
    ['never answers', silent],
    ['stops in the middle', stalling],
    ['closes the connection in the middle', dropping],
    ['sends an unexpected response', confused],
  ])('causes an error within its time limit: it %s', async (_, responses) => {
    const files = await clientOfStore(responses, shortTimeouts)
    expect(await failureOf(files.read(randomId()))).toBeInstanceOf(StorageUnavailableError)
    // These two servers fail in the middle of a long body, and only the response to a read has one.
    if (responses === stalling || responses === dropping) return
    expect(await failureOf(files.write(randomId(), Buffer.from('x')))).toBeInstanceOf(StorageUnavailableError)
    expect(await failureOf(files.remove(randomId()))).toBeInstanceOf(StorageUnavailableError)
    expect(await failureOf(listIds(files))).toBeInstanceOf(StorageUnavailableError)
  })

  it('causes an error if it is unreachable or has no such bucket', async () => {
    const nobody = createBucket(parseBucket('s3://a:b@127.0.0.1:1/archivos?tls=false'))
    expect(await failureOf(nobody.read(randomId()))).toMatchObject({ code: 'ECONNREFUSED' })
    const noBucket = createBucket(parseBucket(bucketServer.url().replace(/[\w-]+\/prueba/, 'ninguno/prueba')))
    expect(await failureOf(noBucket.read(randomId()))).toMatchObject({ code: 'NoSuchBucket' })
  })
})

describe('the start with STORAGE_URL', () => {
  const prepare = (url: string) => createFiles({ ...readConfig({ STORAGE_URL: url }) }).prepare()

  it('continues if the bucket answers', async () => {
    await prepare(bucketServer.url())
  })

  it.each([
    [
      'the store is unreachable',
      () => 's3://a:s3cr3t@127.0.0.1:1/archivos?tls=false',
      'no store answers at http://127.0.0.1:1 (ECONNREFUSED)',
    ],
    [
      'the host does not exist',
      () => 's3://a:s3cr3t@almacen.invalid/archivos',
      'no store answers at https://almacen.invalid (ENOTFOUND)',
    ],
    [
      'the bucket is missing',
      () => bucketServer.url().replace(/[\w-]+\/prueba/, 'ninguno/prueba'),
      'the store has no bucket ninguno',
    ],
    ['the key is unknown', () => bucketServer.url('otra:s3cr3t'), 'the store refuses the key ('],
  ])('stops with one line if %s', async (_, url, line) => {
    const error = await failureOf(prepare(url()))
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.message).toContain(`STORAGE_URL: ${line}`)
    expect(error.message).not.toMatch(/\n|s3cr3t/)
  })
})

describe('a call for a file while the store is unreachable', () => {
  const server = setupServer()

  it('is answered with 503 while other calls succeed', async () => {
    const jwt = await server().signIn(CAROLINA)
    const profile = (await server().send('getProfile', {}, { jwt })).json()
    const { services } = server()
    const currentFiles = services.files
    services.files = await clientOfStore((_request, response) => response.writeHead(403).end())
    try {
      const response = await server().app.inject({ url: profile.students[1].enrollment.profile_image })
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('5')
      expect(response.json().success).toBe(false)
      expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
    } finally {
      services.files = currentFiles
    }
  })
})
