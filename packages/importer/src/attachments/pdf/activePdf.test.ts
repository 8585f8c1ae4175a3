import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { createObjectStream, createPdf, createStream } from '../testing/pdfs.ts'
import { checkPdf } from './activePdf.ts'

const fixturesFolder = join(import.meta.dirname, '../../../fixtures')

/** Returns the reason why the PDF is refused; undefined if it is accepted. */
function refusalOf(bytes: Buffer): string | undefined {
  try {
    checkPdf(bytes)
    return undefined
  } catch (error) {
    if (error instanceof InvalidAttachmentError) return error.message
    throw error
  }
}

const JAVASCRIPT_MESSAGE = 'contiene un programa (JavaScript)'
const LAUNCH_MESSAGE = 'abre un programa al leerse (Launch)'
const EMBEDDED_FILE_MESSAGE = 'trae otro archivo dentro (EmbeddedFile)'
const OPEN_ACTION_MESSAGE = 'hace algo por su cuenta al abrirse (OpenAction)'
const EVENT_ACTION_MESSAGE = 'hace algo por su cuenta mientras se lee (AA)'
const UNREADABLE_MESSAGE = 'no se puede revisar por dentro'
const ENCRYPTED_MESSAGE = 'tiene contraseña o permisos restringidos: no se puede revisar'

const CATALOG = '<< /Type /Catalog >>'
const SCRIPT_ACTION = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

describe('a PDF is rejected with the name of its active content if', () => {
  it.each([
    ['a script runs when it opens', JAVASCRIPT_MESSAGE, [`<< /OpenAction ${SCRIPT_ACTION} >>`]],
    ['a named script is in its catalog', JAVASCRIPT_MESSAGE, ['<< /Names << /JavaScript 2 0 R >> >>']],
    [
      'a script is written with escaped names',
      JAVASCRIPT_MESSAGE,
      [CATALOG, '<< /S/J#61vaScript /J#53 2 0 R >>'],
    ],
    [
      'a name is in an object of its own',
      JAVASCRIPT_MESSAGE,
      [CATALOG, '<< /S 3 0 R /JS (x) >>', '/JavaScript'],
    ],
    ['a script follows comments', JAVASCRIPT_MESSAGE, [CATALOG, '<</S%\n/JavaScript%>>\n/JS%)\n(x)>>']],
    ['a rendition runs a script', JAVASCRIPT_MESSAGE, [CATALOG, '<< /S /Rendition /JS (x) >>']],
    ['an action starts a program', LAUNCH_MESSAGE, [CATALOG, '<< /S /Launch /Win << /F (cmd.exe) >> >>']],
    ['a file is attached', EMBEDDED_FILE_MESSAGE, ['<< /Names << /EmbeddedFiles << /Names [] >> >> >>']],
    [
      'a file is attached without a type',
      EMBEDDED_FILE_MESSAGE,
      [CATALOG, '<< /F (a.exe) /EF << /F 3 0 R >> >>'],
    ],
    ['a file is attached to a page', EMBEDDED_FILE_MESSAGE, [CATALOG, '<< /Subtype /FileAttachment >>']],
    [
      'it opens an address when it opens',
      OPEN_ACTION_MESSAGE,
      ['<< /OpenAction << /S /URI /URI (https://a.example) >> >>'],
    ],
    [
      'that address is in another object',
      OPEN_ACTION_MESSAGE,
      ['<< /OpenAction 2 0 R >>', '<< /S /URI /URI (https://a.example) >>'],
    ],
    [
      'it goes to a page and then runs another action',
      OPEN_ACTION_MESSAGE,
      ['<< /OpenAction << /S /GoTo /D [1] /Next 2 0 R >> >>'],
    ],
    [
      'a page has an action that runs when it is shown',
      EVENT_ACTION_MESSAGE,
      [CATALOG, '<< /AA << /O << /S /URI >> >> >>'],
    ],
    ['a field has an action', EVENT_ACTION_MESSAGE, [CATALOG, '<< /AA 3 0 R >>', '<< /K 4 0 R >>']],
    [
      'it contains rich media',
      'trae contenido multimedia con programas (RichMedia)',
      [CATALOG, '<< /Subtype /RichMedia >>'],
    ],
    [
      'it has an XFA form',
      'contiene un formulario XFA, que puede traer programas',
      ['<< /AcroForm << /XFA [] >> >>'],
    ],
    ['it is encrypted', ENCRYPTED_MESSAGE, ['<< /Encrypt 2 0 R >>']],
    [
      'it is encrypted, which only the last trailer states',
      ENCRYPTED_MESSAGE,
      [CATALOG, '<< /N 1 /First 4 /Filter /FlateDecode >> stream\nx', '<< /Encrypt 2 0 R >>'],
    ],
  ])('%s', (_, message, objects) => {
    expect(refusalOf(createPdf(...objects))).toBe(message)
  })

  it.each([
    ['with its type', createObjectStream([SCRIPT_ACTION]), JAVASCRIPT_MESSAGE],
    ['without a type', createObjectStream([SCRIPT_ACTION], { type: '' }), JAVASCRIPT_MESSAGE],
    [
      'without compression',
      createObjectStream([SCRIPT_ACTION], { filter: '', pack: (data) => data }),
      JAVASCRIPT_MESSAGE,
    ],
    ['whose length has a sign', createObjectStream([SCRIPT_ACTION], { sign: '+' }), JAVASCRIPT_MESSAGE],
    [
      'with an abbreviated filter name',
      createObjectStream([SCRIPT_ACTION], { filter: '/Filter [/Fl]' }),
      JAVASCRIPT_MESSAGE,
    ],
    ['only within a text', createObjectStream([`(${SCRIPT_ACTION})`]), undefined],
    [
      'compressed twice',
      createObjectStream([SCRIPT_ACTION], { filter: '/Filter [/ASCIIHexDecode /FlateDecode]' }),
      UNREADABLE_MESSAGE,
    ],
    [
      'that is truncated',
      createObjectStream([SCRIPT_ACTION], { pack: (data) => deflateSync(data).subarray(0, 20) }),
      UNREADABLE_MESSAGE,
    ],
    [
      'that unpacks to 80 MiB',
      createObjectStream([SCRIPT_ACTION], { pack: () => deflateSync(Buffer.alloc(80 * 2 ** 20)) }),
      UNREADABLE_MESSAGE,
    ],
  ])('a script is in an object stream: %s', (_, stream, message) => {
    expect(refusalOf(createPdf(CATALOG, stream))).toBe(message)
  })

  it.each([
    ['a text', `(9 0 obj ${SCRIPT_ACTION} endobj)`],
    ['a comment', `null % 9 0 obj ${SCRIPT_ACTION} endobj`],
    [
      'a picture',
      createStream('/Subtype /Image', Buffer.from(`\x00\x01 9 0 obj ${SCRIPT_ACTION} endobj`, 'latin1')),
    ],
  ])('an object with a script is inside %s, to which a table of positions may point', (_, object) => {
    expect(refusalOf(createPdf(CATALOG, object))).toBe(JAVASCRIPT_MESSAGE)
  })

  it('its catalog is in the trailer', () => {
    const bytes = Buffer.from(`%PDF-1.7\ntrailer << /Root << /OpenAction ${SCRIPT_ACTION} >> >>\n%%EOF`)
    expect(refusalOf(bytes)).toBe(JAVASCRIPT_MESSAGE)
  })

  it('a PDF library added a script or a file', async () => {
    const scripted = new PDFDocument()
    scripted.addNamedJavaScript('saludo', 'app.alert(1)')
    scripted.end()
    expect(refusalOf(await buffer(scripted))).toBe(JAVASCRIPT_MESSAGE)
    const carrying = new PDFDocument()
    carrying.file(Buffer.from('MZ'), { name: 'programa.exe' })
    carrying.end()
    expect(refusalOf(await buffer(carrying))).toBe(EMBEDDED_FILE_MESSAGE)
  })
})

describe('a PDF is accepted:', () => {
  it.each([
    ['documentos-limpios/guia.pdf', 'LibreOffice’s, with outlines and links to a page about JavaScript'],
    ['documentos-limpios/formulario.pdf', 'with a form and object streams'],
    ['colegio/documentos/pauta-laboratorio.pdf', 'of the school of the tests'],
  ])('%s, %s', (path) => {
    expect(refusalOf(readFileSync(join(fixturesFolder, path)))).toBeUndefined()
  })

  it('written by pdfkit with an outline, links and a form', async () => {
    const document = new PDFDocument({ info: { Title: '/JavaScript (Launch)' } })
    document.outline.addItem('Unidad 1: /OpenAction')
    document.text('La función app.alert de /JavaScript', { link: 'https://example.org/Web/JavaScript' })
    document.initForm()
    document.formText('nombre', 10, 100, 200, 20, {})
    document.end()
    expect(refusalOf(await buffer(document))).toBeUndefined()
  })

  it.each([
    ['opens at a page', ['<< /OpenAction [2 0 R /XYZ null null 0] >>', '<< /Type /Page >>']],
    [
      'has an action that goes to a page when it opens',
      ['<< /OpenAction 2 0 R >>', '<< /S /GoTo /D [3 0 R /Fit] >>'],
    ],
    ['calls a font AA', ['<< /Resources << /Font << /AA 2 0 R >> >> >>', '<< /Type /Font /F 1 >>']],
    ['mentions scripts in its texts', [CATALOG, '<< /Title (9 0 R /JavaScript /AA << /O 1 0 R >>) >>']],
    ['links to a page about scripts', [CATALOG, '<< /S /URI /URI (https://a.example/JavaScript/Launch) >>']],
  ])('one that %s', (_, objects) => {
    expect(refusalOf(createPdf(...objects))).toBeUndefined()
  })
})

describe('a hostile PDF', () => {
  it.each([
    ['nested without end', `${'['.repeat(200_000)}`],
    ['nested dictionaries', `${'<</A'.repeat(200_000)}`],
    ['objects that all begin in one unclosed text', `${'1 0 obj ('.repeat(20_000)}`],
    ['too many objects', `${'obj'.repeat(1_100_000)}`],
  ])('is rejected as unreadable: %s', (_, object) => {
    expect(refusalOf(createPdf(CATALOG, object))).toBe(UNREADABLE_MESSAGE)
  })

  it('is rejected as unreadable: an object stream with a million references to one long list', () => {
    const head = '50 0 '.repeat(100_000)
    const content = Buffer.from(`${head}[${'1 '.repeat(100_000)}]`)
    const dictionary = `/N 100000 /First ${head.length} /Filter /FlateDecode`
    expect(refusalOf(createPdf(CATALOG, createStream(dictionary, deflateSync(content))))).toBe(
      UNREADABLE_MESSAGE,
    )
  })

  it('with random bytes is accepted or rejected with a message, and never crashes the import', () => {
    const seeds = [
      readFileSync(join(fixturesFolder, 'documentos-limpios/formulario.pdf')),
      createPdf(
        CATALOG,
        createObjectStream([SCRIPT_ACTION, CATALOG]),
        '<< /AA << /O 1 0 R >> /OpenAction [1 0 R] >>',
      ),
    ]
    const changed = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }))
      .map(([seed, changes]) => {
        const bytes = Buffer.from(seed)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        return bytes
      })
    fc.assert(
      fc.property(changed, (bytes) => {
        expect(refusalOf(bytes) ?? 'taken').not.toBe('')
      }),
      { numRuns: 300 },
    )
  })
})
