/// <reference path="./s3rver.d.ts" />
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export type BucketServer = {
  /** For STORAGE_URL; a folder of its own in the bucket. */
  url(key?: string): string
  stop(): Promise<void>
}

const KEY = 'S3RVER:S3RVER'
const ownFolder = () => `prueba-${randomBytes(4).toString('hex')}`

/** An S3-compatible server on this machine, or the one that TEST_STORAGE_URL names. */
export async function startBucketServer(): Promise<BucketServer> {
  const given = process.env.TEST_STORAGE_URL
  if (given) {
    const [, key = '', rest = ''] = /^s3:\/\/([^@]+)@(.+)$/.exec(given) ?? []
    const [place, options = ''] = rest.split('?')
    return { url: (other = key) => `s3://${other}@${place}/${ownFolder()}?${options}`, stop: async () => {} }
  }
  const directory = await mkdtemp(join(tmpdir(), 'apoderados-bucket-'))
  const configureBuckets = [{ name: 'archivos', configs: [] }]
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets },
    allowMismatchedSignatures: true, // it computes another signature for a listing
  })
  const { port } = await server.run()
  return {
    url: (key = KEY) => `s3://${key}@127.0.0.1:${port}/archivos/${ownFolder()}?tls=false`,
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
