/// <reference path="./s3rver.d.ts" />
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export type BucketServer = {
  /** Returns a value of STORAGE_URL with a new folder in the bucket; `key` replaces the access key and its secret. */
  url(key?: string): string
  stop(): Promise<void>
}

const DEFAULT_ACCESS_KEY = 'S3RVER:S3RVER'
const newFolderName = () => `prueba-${randomBytes(4).toString('hex')}`

/** Starts an S3-compatible server on this machine, or uses the one in TEST_STORAGE_URL. */
export async function startBucketServer(): Promise<BucketServer> {
  const configured = process.env.TEST_STORAGE_URL
  if (configured) {
    const [, key = '', location = ''] = /^s3:\/\/([^@]+)@(.+)$/.exec(configured) ?? []
    const [hostAndBucket, options = ''] = location.split('?')
    return {
      url: (other = key) => `s3://${other}@${hostAndBucket}/${newFolderName()}?${options}`,
      stop: async () => {},
    }
  }
  const directory = await mkdtemp(join(tmpdir(), 'apoderados-bucket-'))
  const configureBuckets = [{ name: 'archivos', configs: [] }]
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets,
    allowMismatchedSignatures: true, // s3rver computes a wrong signature for listings.
  })
  const { port } = await server.run()
  return {
    url: (key = DEFAULT_ACCESS_KEY) => `s3://${key}@127.0.0.1:${port}/archivos/${newFolderName()}?tls=false`,
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
