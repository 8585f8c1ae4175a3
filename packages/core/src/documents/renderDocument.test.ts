import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DocumentData } from './documentData.ts'
import { renderDocument } from './renderDocument.ts'
import { SAMPLE_FOLIO, sampleData } from './sampleData.ts'
import { createSignerFinder } from './signDocument.ts'

const contentOf = (data: Partial<DocumentData> = {}, kind: DocumentData['kind'] = 'regular') => ({
  data: { ...sampleData(kind, '2026-10-14'), school: 'Colegio Los Aromos', rbd: '90002-8', ...data },
  folio: SAMPLE_FOLIO,
  issuedOn: '2026-10-14',
  address: 'Av. Los Aromos 2150, La Florida',
  signer: { name: 'Gloria Venegas Riffo', title: 'Directora', signature: undefined },
  logo: undefined,
  checkPage: 'https://colegio.example.cl/folio',
})
const pagesOf = (pdf: Buffer) => (pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? []).length

describe('a document', () => {
  it('takes one sheet, with 14 subjects and long names too', async () => {
    const name = 'María de los Ángeles Fernández de Córdova y Larraín-Echeñique Huenchulaf'
    const subjects = Array.from({ length: 14 }, (_, at) => ({
      name: `Taller ${at} de Comprensión Lectora y Producción de Textos Escritos`,
      results: ['5,8', null, '6,1'],
    }))
    const periods = ['1° Trimestre', '2° Trimestre', '3° Trimestre']
    const grades = { periods, subjects, averages: ['5,8', null, '6,1'] }
    const school = 'Liceo Bicentenario de Excelencia Politécnico Monseñor José Manuel Larraín Errázuriz'
    expect(pagesOf(await renderDocument(contentOf({ name, school, grades }, 'grades')))).toBe(1)
  })

  it('has no font that is not embedded, no script and no encryption', async () => {
    const text = (await renderDocument(contentOf({}, 'attendance'))).toString('latin1')
    expect(text.match(/\/FontFile2 /g)).toHaveLength(2)
    expect(text).not.toMatch(/Helvetica|\/JavaScript|\/Encrypt/)
    expect(text).toContain('/GTS_PDFA1')
  })
})

const canRun = (program: string, option: string) => {
  try {
    execFileSync(program, [option], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const CERTIFICATE_SUBJECT = '/CN=Colegio de prueba'

/** Makes the files of a school's certificate as docs/operations.md says. */
function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'ignore' })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '30',
    '-subj',
    CERTIFICATE_SUBJECT,
    '-keyout',
    key,
    '-out',
    certificate,
  )
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    key,
    '-in',
    certificate,
    '-passout',
    'pass:secreto',
    '-out',
    join(folder, '90002-8.p12'),
  )
  writeFileSync(join(folder, '90002-8.txt'), 'secreto\n')
}

const hasTools = canRun('openssl', 'version') && canRun('pdfsig', '-v')
describe('the signature of a document', () => {
  it('is absent for a school without a certificate', async () => {
    expect(await createSignerFinder(undefined)('90002-8')).toBeUndefined()
    expect(await createSignerFinder(tmpdir())('90002-8')).toBeUndefined()
    expect(await createSignerFinder('/')('../etc/passwd')).toBeUndefined()
  })

  // pdfsig, of Debian's poppler-utils, checks the signature independently of the library that made it.
  it.skipIf(!hasTools)(
    'is valid, and no longer so after a changed byte (needs openssl and pdfsig)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'apoderados-signing-'))
      try {
        makeCertificate(folder)
        const signer = await createSignerFinder(folder)('90002-8')
        const signed = await signer?.sign(await renderDocument(contentOf(), signer.prepare))
        const path = join(folder, 'signed.pdf')
        const verdictOf = (bytes: Buffer) => {
          writeFileSync(path, bytes)
          return execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
        }
        const bytes = signed as Buffer
        expect(verdictOf(bytes)).toMatch(
          /Colegio de prueba[\s\S]*Total document signed[\s\S]*Signature is Valid/,
        )
        const at = bytes.indexOf('Colegio Los Aromos')
        const changed = Buffer.from(bytes)
        changed[at] = 'X'.charCodeAt(0)
        expect(verdictOf(changed)).not.toContain('Signature is Valid')
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
