import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ConfigError } from '@apoderados/database/configError'
import { type FilePart, type Files, StorageUnavailableError } from '@apoderados/database/files/fileStore'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { limits } from '../config.ts'
import type { Bucket } from './bucketUrl.ts'

/** In milliseconds, all tries of a call together: `readMs` for a parent's call, `writeMs` for what waits for nobody. */
type Patience = { connectMs: number; readMs: number; writeMs: number }
const patience = {
  connectMs: limits.storageConnectMs,
  readMs: limits.storageReadMs,
  writeMs: limits.storageWriteMs,
}
const TRIES = 2

type StoreError = Error & { code?: unknown; $metadata?: { httpStatusCode?: number } }

/** 'NoSuchBucket', 'ECONNREFUSED', 'ETIMEDOUT', 'HTTP 502': never a key, a signature or an address. */
function codeOf({ name, code, $metadata: { httpStatusCode } = {} }: StoreError): string {
  if (name === 'AbortError' || name === 'TimeoutError') return 'ETIMEDOUT'
  if (typeof code === 'string') return code
  if (httpStatusCode === 404 && name !== 'NoSuchBucket') return NOT_FOUND
  return httpStatusCode && name.startsWith('Unknown') ? `HTTP ${httpStatusCode}` : name
}
const NOT_FOUND = 'HTTP 404'

/** @throws {StorageUnavailableError} for whatever went wrong: it is the store's fault, or that of the way there */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new StorageUnavailableError(codeOf(error as StoreError))
  }
}

async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await asked(answer)
  } catch (error) {
    if ((error as StorageUnavailableError).code === NOT_FOUND) return undefined
    throw error
  }
}

/** One part of a file; what would still come is not taken. */
async function beginningOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= limits.filePartBytes) break
  }
  return Buffer.concat(chunks)
}

const connect = ({ endpoint, region, accessKeyId, secretAccessKey }: Bucket, connectMs: number) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: connectMs, throwOnRequestTimeout: true },
    // What Amazon's own store knows and not every other: a host for each bucket, the newer checksums, waiting
    // for '100 Continue'.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  })

const KEY_REFUSED = /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|InvalidToken|HTTP 40[13])$/
const ELSEWHERE = /^(AuthorizationHeaderMalformed|PermanentRedirect|HTTP 301)$/
const AWAY = /^(E[A-Z_]+|HTTP 5\d\d|ServiceUnavailable|SlowDown|InternalError)$/

/** For the operator, at the start. */
function explain({ code }: StorageUnavailableError, { name, endpoint }: Bucket): string {
  if (code === 'NoSuchBucket') return `the store has no bucket ${name}`
  if (KEY_REFUSED.test(code)) return `the store refuses the key (${code})`
  if (ELSEWHERE.test(code)) return `the bucket is in another region (${code}): add ?region=`
  return AWAY.test(code) ? `no store answers at ${endpoint} (${code})` : `the store answers ${code}`
}

/** The files of a bucket by their id. Each call throws {@link StorageUnavailableError} when the store does not do it in time. */
export function createBucket(bucket: Bucket, { connectMs, readMs, writeMs }: Patience = patience): Files {
  const client = connect(bucket, connectMs)
  const file = (id: string) => ({ Bucket: bucket.name, Key: bucket.prefix + id })
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms), requestTimeout: ms / TRIES })
  const page = (more: { MaxKeys?: number; ContinuationToken?: string }) =>
    new ListObjectsV2Command({ Bucket: bucket.name, Prefix: bucket.prefix, ...more })

  async function readWhole(id: string): Promise<Buffer> {
    const { Body } = await client.send(new GetObjectCommand(file(id)), within(readMs))
    return buffer(Body as Readable)
  }

  async function readFrom(id: string, from: number): Promise<FilePart> {
    // Not of its beginning: an empty file has no range.
    const Range = from > 0 ? `bytes=${from}-${from + limits.filePartBytes - 1}` : undefined
    const answer = await client.send(new GetObjectCommand({ ...file(id), Range }), within(readMs))
    const size = answer.ContentRange?.split('/')[1] ?? answer.ContentLength
    return { bytes: await beginningOf(answer.Body as Readable), size: Number(size) }
  }
  return {
    async prepare() {
      try {
        await asked(client.send(page({ MaxKeys: 1 }), within(readMs)))
      } catch (error) {
        throw new ConfigError(`STORAGE_URL: ${explain(error as StorageUnavailableError, bucket)}`)
      }
    },
    read: (id) => ifThere(readWhole(id)),
    readPart: (id, from) => ifThere(readFrom(id, from)),
    async write(id, bytes) {
      await asked(client.send(new PutObjectCommand({ ...file(id), Body: bytes }), within(writeMs)))
    },
    async remove(id) {
      await ifThere(client.send(new DeleteObjectCommand(file(id)), within(writeMs)))
    },
    async *list() {
      let token: string | undefined
      do {
        const found = await asked(client.send(page({ ContinuationToken: token }), within(writeMs)))
        for (const { Key, LastModified } of found.Contents ?? []) {
          if (Key && LastModified) yield { id: Key.slice(bucket.prefix.length), modified: LastModified }
        }
        token = found.NextContinuationToken
      } while (token)
    },
  }
}
