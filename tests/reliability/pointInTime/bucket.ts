import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEncryptedBucket } from '@apoderados/server/testing/storage/encryptedBucket'
import { newFolder, onCleanup } from '../../support/suite.ts'

export type Bucket = { port: number; certificate: string }

/** Runs an S3 server with a certificate for localhost, because pgBackRest speaks only TLS. */
export async function startBucket(name: string): Promise<Bucket> {
  const folder = newFolder('rel-bucket')
  const [certificate, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const keyArgs = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyPath]
  const nameArgs = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...keyArgs, '-out', certificate, ...nameArgs], { stdio: 'ignore' })
  const { port, stop } = await startEncryptedBucket({
    ...{ name, directory: join(folder, 'objects') },
    ...{ key: readFileSync(keyPath), cert: readFileSync(certificate) },
  })
  onCleanup(stop)
  return { port, certificate }
}
