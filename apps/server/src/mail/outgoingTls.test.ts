import { once } from 'node:events'
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { connect, createServer, TLSSocket } from 'node:tls'
import { openDatabase } from '@apoderados/core/db/client/open'
import { startMailServer } from '@apoderados/testing/mail/mailServer'
import { selfSigned } from '@apoderados/testing/selfSigned'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createBucket } from '../storage/bucket.ts'
import { type Bucket, readBucketUrl } from '../storage/bucketUrl.ts'
import { createDelivery } from './delivery.ts'

const { cert, key } = selfSigned()
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function listenOnFreePort(server: Server): Promise<number> {
  cleanups.push(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The data that the tests' servers received after the connection was encrypted. */
const receivedData: string[] = []
function collectData(socket: Socket) {
  socket.on('data', (bytes) => receivedData.push(bytes.toString()))
  socket.on('error', () => undefined)
}

/** Speaks TLS as PostgreSQL does: after a first message without encryption. */
function encryptOnRequest(socket: Socket) {
  socket.once('data', () => {
    socket.write('S')
    collectData(new TLSSocket(socket, { isServer: true, cert, key }))
  })
}

const testMail = { id: 'x', to: 'ana@example.com', date: new Date(), subject: 'x', text: 'x', html: 'x' }
const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }

describe('a server with a self-signed certificate', () => {
  it('is accepted by a client that is given the certificate', async () => {
    const port = await listenOnFreePort(createServer({ cert, key }, collectData))
    const socket = connect({ host: '127.0.0.1', port, ca: cert })
    await once(socket, 'secureConnect')
    socket.destroy()
  })

  it('receives no data as a database', async () => {
    const port = await listenOnFreePort(createPlainServer(encryptOnRequest))
    const databaseUrl = `postgres://u:s3cr3t@127.0.0.1:${port}/x?sslmode=require`
    const db = openDatabase(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl as string)
    cleanups.push(() => db.$client.end())
    await expect(db.$client.query('select 1')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(receivedData).toEqual([])
  })

  it('receives no data as a file store', async () => {
    const port = await listenOnFreePort(createServer({ cert, key }, collectData))
    const bucket = readBucketUrl(`s3://a:s3cr3t@127.0.0.1:${port}/archivos`) as Bucket
    await expect(createBucket(bucket).read('x')).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(receivedData).toEqual([])
  })

  it.each([
    ['smtps', true],
    ['smtp', false],
  ])('receives no data as a mail server of %s', async (scheme, secure) => {
    const logged: string[] = []
    const smtp = new SMTPServer({
      secure,
      cert,
      key,
      authOptional: true,
      onMailFrom: ({ address }, _, done) => void [logged.push(address), done()],
    })
    smtp.on('error', () => undefined) // The client disconnects.
    const smtpUrl = `${scheme}://127.0.0.1:${await listenOnFreePort(smtp.server)}`
    await createTransport({ url: smtpUrl, tls: { ca: cert } }).verify() // Works with a trusted certificate.
    const delivery = createDelivery({ smtpUrl, mailFrom, dataDir: '' }, () => undefined)
    await expect(delivery.send(testMail)).rejects.toMatchObject({ code: 'ESOCKET' })
    expect(logged).toEqual([])
  })
})

it('a mail server without encryption gets no mail, unless it is local or its address allows it', async () => {
  const { port, received, close } = await startMailServer()
  cleanups.push(close)
  const sendTo = (host: string) =>
    createDelivery({ smtpUrl: `smtp://${host}`, mailFrom, dataDir: '' }, () => undefined).send(testMail)
  const elsewhere = `0.0.0.0:${port}` // Reaches the same server, but is not a loopback address.
  await expect(sendTo(elsewhere)).rejects.toMatchObject({ code: expect.stringMatching(/^ETLS/) })
  expect(received).toHaveLength(0)
  await sendTo(`${elsewhere}/?requireTLS=false`)
  await sendTo(`127.0.0.1:${port}`)
  expect(received).toHaveLength(2)
})
