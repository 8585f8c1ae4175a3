import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ConfigError } from '@apoderados/core/configError'
import { type FilePart, type Files, StorageUnavailableError } from '@apoderados/core/files/fileStore'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { limits } from '../config.ts'
import type { Bucket } from './bucketUrl.ts'

/**
 * Time limits in ms: `connectMs` of one connection; `readMs` of a read and of the check at the start, and `writeMs` of
 * any other call, each including its retry.
 */
type Timeouts = { connectMs: number; readMs: number; writeMs: number }
const defaultTimeouts = {
  connectMs: limits.storageConnectMs,
  readMs: limits.storageReadMs,
  writeMs: limits.storageWriteMs,
}
const ATTEMPTS_PER_CALL = 2

type StoreError = Error & { code?: unknown; $metadata?: { httpStatusCode?: number } }

/** Returns a code such as 'NoSuchBucket', 'ETIMEDOUT' or 'HTTP 502', never a key, a signature or an address. */
function codeOf({ name, code, $metadata: { httpStatusCode } = {} }: StoreError): string {
  if (name === 'AbortError' || name === 'TimeoutError') return 'ETIMEDOUT'
  if (typeof code === 'string') return code
  if (httpStatusCode === 404 && name !== 'NoSuchBucket') return NOT_FOUND_CODE
  return httpStatusCode && name.startsWith('Unknown') ? `HTTP ${httpStatusCode}` : name
}
const NOT_FOUND_CODE = 'HTTP 404'

/** Awaits `response`. @throws {StorageUnavailableError} for any error of the store or of the connection to it */
const wrapErrors = <T>(response: Promise<T>) =>
  response.catch((error: StoreError) => {
    throw new StorageUnavailableError(codeOf(error))
  })

const undefinedIfMissing = <T>(response: Promise<T>) =>
  wrapErrors(response).catch((error: StorageUnavailableError) => {
    if (error.code === NOT_FOUND_CODE) return undefined
    throw error
  })

/** Reads a body until at least `filePartBytes` bytes have arrived, and drops the rest. */
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

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: Bucket, connectMs: number) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS_PER_CALL,
    requestHandler: { connectionTimeout: connectMs, throwOnRequestTimeout: true },
    // These options avoid what S3-compatible stores other than Amazon's may lack: a host name per bucket, the newer
    // checksums, '100 Continue'.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  })

const KEY_REFUSED_CODES = /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|InvalidToken|HTTP 40[13])$/
const OTHER_REGION_CODES = /^(AuthorizationHeaderMalformed|PermanentRedirect|HTTP 301)$/
const UNAVAILABLE_CODES = /^(E[A-Z_]+|HTTP 5\d\d|ServiceUnavailable|SlowDown|InternalError)$/

/** Returns the message for the operator if the check of the bucket at the start fails. */
function explainStoreError({ code }: StorageUnavailableError, { name, endpoint }: Bucket): string {
  if (code === 'NoSuchBucket') return `the store has no bucket ${name}`
  if (KEY_REFUSED_CODES.test(code)) return `the store refuses the key (${code})`
  if (OTHER_REGION_CODES.test(code)) return `the bucket is in another region (${code}): add ?region=`
  return UNAVAILABLE_CODES.test(code)
    ? `no store answers at ${endpoint} (${code})`
    : `the store answers ${code}`
}

/** Stores files by id. On failure or time-out, `prepare` throws ConfigError, other calls StorageUnavailableError. */
export function createBucket(
  bucket: Bucket,
  { connectMs, readMs, writeMs }: Timeouts = defaultTimeouts,
): Files {
  const client = createClient(bucket, connectMs)
  const file = (id: string) => ({ Bucket: bucket.name, Key: bucket.prefix + id })
  const timeoutOptions = (ms: number) => ({
    abortSignal: AbortSignal.timeout(ms),
    requestTimeout: ms / ATTEMPTS_PER_CALL,
  })
  const listCommand = (options: { MaxKeys?: number; ContinuationToken?: string }) =>
    new ListObjectsV2Command({ Bucket: bucket.name, Prefix: bucket.prefix, ...options })

  async function readWhole(id: string): Promise<Buffer> {
    const { Body } = await client.send(new GetObjectCommand(file(id)), timeoutOptions(readMs))
    return buffer(Body as Readable)
  }

  async function readFrom(id: string, from: number): Promise<FilePart> {
    // The first part is read without a range, because a store refuses every range of an empty file.
    const Range = from > 0 ? `bytes=${from}-${from + limits.filePartBytes - 1}` : undefined
    const response = await client.send(new GetObjectCommand({ ...file(id), Range }), timeoutOptions(readMs))
    const size = response.ContentRange?.split('/')[1] ?? response.ContentLength
    return { bytes: await beginningOf(response.Body as Readable), size: Number(size) }
  }
  return {
    async prepare() {
      try {
        await wrapErrors(client.send(listCommand({ MaxKeys: 1 }), timeoutOptions(readMs)))
      } catch (error) {
        throw new ConfigError(`STORAGE_URL: ${explainStoreError(error as StorageUnavailableError, bucket)}`)
      }
    },
    read: (id) => undefinedIfMissing(readWhole(id)),
    readPart: (id, from) => undefinedIfMissing(readFrom(id, from)),
    async write(id, bytes) {
      await wrapErrors(
        client.send(new PutObjectCommand({ ...file(id), Body: bytes }), timeoutOptions(writeMs)),
      )
    },
    async remove(id) {
      await undefinedIfMissing(client.send(new DeleteObjectCommand(file(id)), timeoutOptions(writeMs)))
    },
    async *list() {
      let token: string | undefined
      do {
        const found = await wrapErrors(
          client.send(listCommand({ ContinuationToken: token }), timeoutOptions(writeMs)),
        )
        for (const { Key, LastModified } of found.Contents ?? []) {
          if (Key && LastModified) yield { id: Key.slice(bucket.prefix.length), modified: LastModified }
        }
        token = found.NextContinuationToken
      } while (token)
    },
  }
}
