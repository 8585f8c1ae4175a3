import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { documentType } from '@apoderados/core/files/fileStore'
import {
  type PreparedAttachment,
  prepareDocument,
  preparePhoto,
  type RejectedAttachment,
} from '@apoderados/importer/attachments/prepareAttachment'
import {
  createExcel,
  createWord,
  EXCEL_TYPE,
  WORD_TYPE,
} from '@apoderados/importer/attachments/testing/offices'
import { createJpeg, createPng } from '@apoderados/importer/attachments/testing/pictures'
import { UnreadableFileError } from '@apoderados/importer/sheets/sheet'
import { zipOf } from '@apoderados/importer/sheets/testing/zipOf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const attachmentOf = (path: string, content: Buffer | string) => {
  const bytes = Buffer.from(content as string)
  return { path, bytes: bytes.length, read: async () => bytes }
}
const prepareTestDocument = (path: string, content: Buffer | string) =>
  prepareDocument(attachmentOf(path, content))
const prepareTestPhoto = (path: string, content: Buffer | string) => preparePhoto(attachmentOf(path, content))

function requirePrepared(result: PreparedAttachment | RejectedAttachment): PreparedAttachment {
  if ('problem' in result) throw new Error(`refused: ${result.problem.message}`)
  return result
}
const problemOf = (result: PreparedAttachment | RejectedAttachment) =>
  'problem' in result ? result.problem : undefined

const MINIMAL_PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
const MACRO_WORD_TYPE = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const MACRO_EXCEL_TYPE = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'

describe('a document', () => {
  it.each([
    ['documentos/Pauta de evaluación.pdf', async () => Buffer.from(MINIMAL_PDF)],
    ['documentos/guía.docx', async () => createWord()],
    ['documentos/LISTA.XLSX', async () => createExcel()],
    ['afiche.jpeg', () => createJpeg(60, 40)],
    ['afiche.png', () => createPng(60, 40)],
  ])('is accepted as %s by its content, and stored unchanged', async (path, make) => {
    const original = await make()
    const { bytes, name, hash } = requirePrepared(await prepareTestDocument(path, original))
    expect(name).toBe(path.replace('documentos/', ''))
    expect(hash).toBe(createHash('sha256').update(original).digest('hex'))
    expect(documentType(bytes, name)).toBeDefined()
    if (!/jpe?g|png/.test(path)) expect(bytes).toEqual(original)
  })

  it.each(['guia.docx', 'notas.xlsx', 'guia.pdf', 'formulario.pdf'])(
    'that LibreOffice wrote is accepted: %s',
    async (name) => {
      const folder = new URL('../../../../packages/importer/fixtures/documentos-limpios/', import.meta.url)
      const original = readFileSync(new URL(name, folder))
      expect(requirePrepared(await prepareTestDocument(name, original)).bytes).toEqual(original)
    },
  )

  const noDocument = 'no es un PDF, Word, Excel ni imagen'
  const template = 'es una plantilla'
  it.each([
    ['una página', 'guia.html', '<html><script>alert(1)</script></html>', noDocument],
    ['una página llamada PDF', 'guia.pdf', '<html></html>', noDocument],
    ['un PDF que empieza como página', 'guia.pdf', `<!--${MINIMAL_PDF}`, noDocument],
    ['un dibujo SVG', 'afiche.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', noDocument],
    ['un programa', 'guia.pdf', 'MZ\x90\0', noDocument],
    ['un texto', 'guia.txt', 'Hola', noDocument],
    ['un ZIP', 'guia.docx', zipOf({ 'index.html': '<html>' }), noDocument],
    ['un ZIP roto', 'guia.docx', 'PK\x03\x04 y nada más', noDocument],
    ['nada', 'guia.pdf', '', 'está vacío'],
    ['un PDF llamado página', 'guia.html', MINIMAL_PDF, 'es PDF por dentro, pero su nombre no lo dice'],
    ['un PDF sin final', 'guia.pdf', MINIMAL_PDF.replace('%%EOF', ''), 'el PDF está dañado o incompleto'],
    ['un Excel llamado Word', 'guia.docx', createExcel(), 'es Excel por dentro, pero su nombre no lo dice'],
    [
      'un Word antiguo',
      'guia.doc',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'es de un Office antiguo o tiene contraseña',
    ],
    ['un Word con macros', 'guia.docx', createWord({ 'word/vbaProject.bin': 'x' }), 'contiene macros'],
    ['un Excel con macros', 'lista.xlsx', createExcel({ 'xl/vbaProject.bin': 'x' }), 'contiene macros'],
    ['un Excel 4.0', 'lista.xlsx', createExcel({ 'xl/macrosheets/sheet1.xml': '<x/>' }), 'contiene macros'],
    ['un .docm', 'guia.docx', createWord({}, MACRO_WORD_TYPE), 'contiene macros'],
    ['un .xlsm', 'lista.xlsx', createExcel({}, MACRO_EXCEL_TYPE), 'contiene macros'],
    ['un .dotx', 'guia.docx', createWord({}, WORD_TYPE.replace('document.main', 'template.main')), template],
    ['un .xltx', 'lista.xlsx', createExcel({}, EXCEL_TYPE.replace('sheet.main', 'template.main')), template],
    ['un Word cortado', 'guia.docx', createWord().subarray(0, -30), 'no se puede revisar por dentro'],
  ])('is refused when it is %s', async (_, path, content, message) => {
    const problem = problemOf(await prepareTestDocument(path, content))
    expect(problem).toMatchObject({ file: path, message })
    expect(problem?.expected).toBeTruthy()
  })

  it('is refused above 20 MB, and if it cannot be read', async () => {
    const large = Buffer.alloc(20 * 2 ** 20 + 1, MINIMAL_PDF)
    expect(problemOf(await prepareTestDocument('guia.pdf', large))).toEqual({
      file: 'guia.pdf',
      message: 'pesa 21 MB',
      expected: 'a lo más 20 MB',
    })
    const damaged = {
      path: 'a.pdf',
      bytes: 1,
      read: () => Promise.reject(new UnreadableFileError('a.zip › a.pdf', 'está dañado')),
    }
    expect(problemOf(await prepareDocument(damaged))).toEqual({ file: 'a.pdf', message: 'está dañado' })
  })
})

describe('a photo', () => {
  it('may have any extension: its type follows from its content', async () => {
    const { bytes } = requirePrepared(await prepareTestPhoto('fotos/40100001.jpg', await createPng(60, 80)))
    expect(documentType(bytes, 'x.png')).toBe('image/png')
  })

  it.each([
    ['fotos/1.jpg', MINIMAL_PDF, 'no es una imagen JPEG ni PNG'],
    ['fotos/1.jpg', '<svg/>', 'no es una imagen JPEG ni PNG'],
    ['fotos/1.jpg', 'GIF89a', 'no es una imagen JPEG ni PNG'],
    ['fotos/1.jpg', '\0\0\0\x18ftypheic\0\0', 'es una foto HEIC, como las guarda un iPhone'],
    ['fotos/1.jpg', '', 'está vacío'],
  ])('is refused as %s with %j', async (path, content, message) => {
    expect(problemOf(await prepareTestPhoto(path, content))).toMatchObject({ file: path, message })
  })
})

describe('any file', () => {
  const path = fc.constantFrom('a.pdf', 'a.docx', 'a.xlsx', 'a.png', 'a.jpg', 'a.html')

  it('is either prepared for the server, or refused with a short message', async () => {
    const seeds = [
      Buffer.from(MINIMAL_PDF),
      createWord(),
      createExcel(),
      await createJpeg(40, 30),
      await createPng(40, 30),
    ]
    const changed = fc
      .tuple(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
        fc.nat(3_000),
      )
      .map(([seed, changes, cut]) => {
        const bytes = Buffer.from(cut < 300 ? seed.subarray(0, seed.length - cut) : seed)
        for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
        return bytes
      })
    const content = fc.oneof(
      { weight: 4, arbitrary: changed },
      fc.uint8Array({ maxLength: 200 }).map(Buffer.from),
    )
    await fc.assert(
      fc.asyncProperty(path, content, async (name, bytes) => {
        for (const result of [await prepareTestDocument(name, bytes), await prepareTestPhoto(name, bytes)]) {
          if ('problem' in result) expect(result.problem.message.length).toBeLessThanOrEqual(300)
          else
            expect(
              documentType(result.bytes, result.name.replace(/\.\w+$/, extensionOf(result.bytes))),
            ).toBeDefined()
        }
      }),
      { numRuns: 300 },
    )
  })
})

function extensionOf(bytes: Buffer): string {
  const endings: Record<number, string> = { 37: '.pdf', 80: '.docx', 137: '.png', 255: '.jpg' }
  return endings[bytes[0] ?? 0] ?? ''
}
