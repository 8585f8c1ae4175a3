import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { startMailServer } from '@apoderados/testing/mail/mailServer'
import { selfSigned } from '@apoderados/testing/selfSigned'
import { type BucketServer, startBucketServer } from '@apoderados/testing/storage/bucketServer'
import { setupServer } from '@apoderados/testing/testServer'
import { afterEach, describe, expect, it } from 'vitest'
import { setupCheck } from '../testing/setupCheck.ts'
import { runCheck } from './finding.ts'
import { findingOfSpace } from './store.ts'

const server = setupServer()
const runCheckCommand = setupCheck(server)
const MAIL_FROM = 'Apoderados <no-responder@example.com>'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const DAY_MS = 86_400_000
type SiteOptions = { days?: number; isKnown?: boolean; status?: number; date?: Date }

/** Starts an HTTPS server for PUBLIC_URL, with a certificate that is valid for `days` days, and returns its URL. */
async function startSite({ days = 90, isKnown = true, status = 200, date }: SiteOptions): Promise<string> {
  const certificate = selfSigned(new Date(Date.now() + (days + 0.5) * DAY_MS))
  const site = createServer(certificate, (_, response) => {
    if (date) response.setHeader('date', date.toUTCString())
    response.writeHead(status).end()
  })
  const known = tls.getCACertificates()
  if (isKnown) tls.setDefaultCACertificates([...known, certificate.cert])
  cleanups.push(() => tls.setDefaultCACertificates(known))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  cleanups.push(() => site.close())
  return `https://127.0.0.1:${(site.address() as AddressInfo).port}`
}

describe('the check of the families’ address', () => {
  const found = async (PUBLIC_URL?: string) =>
    (await runCheckCommand({ PUBLIC_URL })).lines['Dirección pública']

  it.each<[string, SiteOptions, RegExp]>([
    ['a valid certificate', {}, /^bien: https:\S+ responde, certificado válido por 90 días\.$/],
    [
      'a certificate that expires soon',
      { days: 10 },
      /^aviso: \S+: certificado válido por 10 días\. Revise su renovación/,
    ],
    ['an expired certificate', { days: -1 }, /^falla: \S+: Su certificado venció: renuévelo/],
    [
      'a certificate of an unknown authority',
      { isKnown: false },
      /^falla: .*Los teléfonos no aceptan su certificado \(\w+\)/,
    ],
    ['an unreachable server', { status: 503 }, /^falla: \S+ responde 503\. Revise el servidor y el proxy/],
  ])('reports %s', async (_, site, expected) => expect(await found(await startSite(site))).toMatch(expected))

  it('reports an address without a response, one without TLS and a missing one', async () => {
    expect(await found('https://127.0.0.1:1')).toMatch(/^falla: .* Nada responde ahí \(ECONNREFUSED\)\.$/)
    expect(await found('http://app.colegio.example')).toMatch(/^falla: \S+ va sin cifrar\./)
    expect(await found()).toMatch(/^aviso: Falta PUBLIC_URL/)
  })

  it.each<[SiteOptions, RegExp]>([
    [{}, /^bien: Igual que el de la base y el de PUBLIC_URL\.$/],
    [{ date: new Date(Date.now() - 600_000) }, /^falla: El de PUBLIC_URL está \d+\.\d s atrasado\./],
  ])('compares its clock with this machine’s: %j', async (site, expected) => {
    const { lines } = await runCheckCommand({ PUBLIC_URL: await startSite(site) })
    expect(lines.Reloj).toMatch(expected)
  })
})

describe('the check of mail', () => {
  const found = async (SMTP_URL: string | undefined, ...args: string[]) =>
    (await runCheckCommand({ SMTP_URL, MAIL_FROM }, ...args)).lines.Correo

  async function startMail(options: Parameters<typeof startMailServer>[0] = {}) {
    const mail = await startMailServer(options)
    cleanups.push(mail.close)
    return mail
  }

  it('connects, and sends a mail only with --mail-to', async () => {
    const { url, received } = await startMail()
    expect(await found(url)).toBe(
      'bien: El servidor acepta la conexión. Con --mail-to <correo> se envía una prueba.',
    )
    expect(received).toHaveLength(0)
    expect(await found(url, '--mail-to', 'informatica@example.com')).toMatch(
      /^bien: El servidor tomó la prueba\./,
    )
    expect(received[0]).toMatchObject({ to: ['informatica@example.com'], from: 'no-responder@example.com' })
    expect(received[0]?.text).toContain('Subject: Prueba de correo de Apoderados')
  })

  it('reports a rejected recipient or sender', async () => {
    const mailTo = ['--mail-to', 'informatica@example.com']
    const refused =
      /^falla: El servidor de correo rechaza el remitente o la dirección.* \(EENVELOPE 55\d\)\.$/
    expect(await found((await startMail({ refuse: 550 })).url, ...mailTo)).toMatch(refused)
    expect(await found((await startMail({ refuseSender: 553 })).url, ...mailTo)).toMatch(refused)
  })

  it('reports a rejected password without printing it', async () => {
    const { port } = await startMail({ refusesLogin: true })
    const SMTP_URL = `smtp://ana:s3cr3t@127.0.0.1:${port}`
    const { output, errors, lines, code } = await runCheckCommand({ SMTP_URL, MAIL_FROM })
    expect(lines.Correo).toMatch(/^falla: El servidor de correo rechaza el usuario o la contraseña/)
    expect(output + errors).not.toContain('s3cr3t')
    expect([code, errors]).toEqual([1, 'Hay una falla.'])
  })

  it('reports an unreachable mail server, one without encryption and a missing one', async () => {
    expect(await found('smtp://127.0.0.1:1')).toMatch(/^falla: .*correo.* Revise SMTP_URL.* \(E\w+\)\.$/)
    const { port } = await startMail()
    expect(await found(`smtp://0.0.0.0:${port}`)).toMatch(/^falla: El servidor de correo no ofrece cifrado/)
    expect(await found(undefined)).toMatch(/^aviso: Falta SMTP_URL/)
  })
})

describe('the check of files', () => {
  it('writes, reads and removes a file', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'apoderados-check-'))
    expect((await runCheckCommand({ DATA_DIR })).lines.Archivos).toBe(
      'bien: La carpeta de DATA_DIR escribe, lee y borra.',
    )
  })

  it('reports a folder that is not writable', async () => {
    const DATA_DIR = join(await mkdtemp(join(tmpdir(), 'apoderados-check-')), 'archivo')
    await writeFile(DATA_DIR, 'no es una carpeta')
    expect((await runCheckCommand({ DATA_DIR })).lines.Archivos).toMatch(
      /^falla: No se puede: .*(carpeta|existe)/,
    )
  })

  it('reports a bucket that responses, and one that rejects the key', async () => {
    const bucket: BucketServer = await startBucketServer()
    cleanups.push(bucket.stop)
    expect((await runCheckCommand({ STORAGE_URL: bucket.url() })).lines.Archivos).toBe(
      'bien: El almacén de STORAGE_URL escribe, lee y borra.',
    )
    const { lines, output } = await runCheckCommand({ STORAGE_URL: bucket.url('otra:s3cr3t') })
    expect(lines.Archivos).toMatch(/^falla: El almacén de archivos no hizo lo pedido \(InvalidAccessKeyId\)/)
    expect(output).not.toContain('s3cr3t')
  })

  it.each([
    [500, 1000, 'bien'],
    [50, 1000, 'aviso'],
    [0.5, 2, 'falla'],
  ])('rates a disk with %i of %i GB free: %s', (free, total, level) =>
    expect(findingOfSpace({ free: free * 1024 ** 3, total: total * 1024 ** 3 }).level).toBe(level),
  )
})

describe('the check of the scanner', () => {
  it.each([
    [undefined, /^aviso: Falta SCAN_COMMAND/],
    ['true', /^bien: SCAN_COMMAND revisa/],
    ['false', /^aviso: SCAN_COMMAND rechaza un archivo sin virus/],
    ['/nada/antivirus', /^falla: El antivirus no revisó .*no existe/],
  ])('reports SCAN_COMMAND=%s', async (SCAN_COMMAND, expected) => {
    expect((await runCheckCommand({ SCAN_COMMAND })).lines.Antivirus).toMatch(expected)
  })
})

describe('npm run check of an installation', () => {
  it('exits with 0 if no check fails', async () => {
    const { code, errors } = await runCheckCommand()
    expect([code, errors]).toEqual([0, ''])
  })

  it('abandons a check that does not end', async () => {
    const run = () => new Promise<never>(() => {})
    expect(await runCheck({ name: 'x', run }, 10)).toEqual({
      level: 'falla',
      text: 'No respondió en 0.01 segundos.',
    })
  })
})
