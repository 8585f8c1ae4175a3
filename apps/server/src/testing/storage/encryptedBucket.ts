/// <reference path="./s3rver.d.ts" />
import S3rver from '@20minutes/s3rver'

type BucketOptions = { name: string; directory: string; key: Buffer; cert: Buffer }

/** Runs an S3 server with TLS and one bucket, for programs that refuse a server without TLS. */
export async function startEncryptedBucket({ name, ...options }: BucketOptions) {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, ...options },
    configureBuckets: [{ name, configs: [] }],
    allowMismatchedSignatures: true, // s3rver computes a wrong signature for listings.
  })
  const { port } = await server.run()
  return { port, stop: () => server.close() }
}
