import { describe, expect, it } from 'vitest'
import { zipOf } from '../../sheets/testing/zipOf.ts'
import { createWorkbook, kindOrRefusal, wordWithExternal } from '../testing/officeKind.ts'
import { EXCEL, excelOf, fieldOf, relationsOf, WORD, wordOf, wordRelatedTo } from '../testing/offices.ts'

const MACROS = 'contiene macros'
const ACTIVE_X = 'contiene controles ActiveX'
const OLE = 'trae un objeto de otro programa (OLE)'
const TEMPLATE = 'toma su plantilla de otro sitio (attachedTemplate)'
const LINK = 'un enlace abre un programa o una carpeta de otro equipo'
const UNREADABLE = 'no se puede revisar por dentro'

describe('a Word or Excel document is rejected with the name of its active content if', () => {
  it.each([
    ['it has macros', MACROS, wordOf('', { 'word/vbaProject.bin': 'x' })],
    [
      'its macros have another file name',
      MACROS,
      wordRelatedTo({
        type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
        target: 'x.bin',
      }),
    ],
    [
      'its declared type is .docm',
      MACROS,
      wordOf('', {}, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    ],
    [
      'its declared type is .xlsm',
      MACROS,
      excelOf({}, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    ],
    [
      'its declared type is .dotx',
      'es una plantilla',
      wordOf('', {}, WORD.replace('document.main', 'template.main')),
    ],
    [
      'its declared type is .xltx',
      'es una plantilla',
      excelOf({}, EXCEL.replace('sheet.main', 'template.main')),
    ],
    ['it has Excel 4.0 macros', MACROS, excelOf({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
    ['it has an ActiveX part', ACTIVE_X, wordOf('', { 'word/activeX/activeX1.xml': '<x/>' })],
    ['it has a relation to a control', ACTIVE_X, wordRelatedTo({ type: 'control', target: 'x/1.xml' })],
    [
      'its template is on another server',
      TEMPLATE,
      wordWithExternal('attachedTemplate', 'https://a.example/x.dotm'),
    ],
    [
      'its template is in a shared folder',
      TEMPLATE,
      wordWithExternal('attachedTemplate', 'file:///\\\\a.example\\x.dotm'),
    ],
    [
      'an object is on another server',
      'carga algo de fuera al abrirse (oleObject)',
      wordWithExternal('oleObject', 'https://a.example/x.hta!'),
    ],
    [
      'a picture is on another server',
      'carga algo de fuera al abrirse (image)',
      wordWithExternal('image', 'https://a.example/x.png'),
    ],
    [
      'a frame is on another server',
      'carga algo de fuera al abrirse (frame)',
      wordWithExternal('frame', 'https://a.example/'),
    ],
    [
      'an external relation has an unknown type',
      'carga algo de fuera al abrirse (constructor)',
      wordWithExternal('constructor', 'https://a.example/'),
    ],
    ['a link starts a program', LINK, wordWithExternal('hyperlink', 'ms-msdt:/id PCWDiagnostic')],
    ['a link opens a shared folder', LINK, wordWithExternal('hyperlink', '\\\\a.example\\x')],
    ['a link opens a file of another machine', LINK, wordWithExternal('hyperlink', 'file://a.example/x')],
    [
      'it embeds an object with a relation',
      OLE,
      wordRelatedTo({ type: 'oleObject', target: 'embeddings/oleObject1.bin' }),
    ],
    ['it embeds an object without a relation', OLE, wordOf('', { 'word/embeddings/oleObject1.bin': 'x' })],
    ['it displays an object', OLE, wordOf('<w:object><o:OLEObject Type="Embed"/></w:object>')],
    [
      'it includes another document',
      'trae otro documento dentro',
      wordRelatedTo({ type: 'aFChunk', target: 'x.rtf' }),
    ],
    [
      'it loads an add-in',
      'abre un complemento de Office',
      wordRelatedTo({
        type: 'http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes',
        target: 'x.xml',
      }),
    ],
    [
      'it loads external data',
      'trae una conexión a otra fuente de datos',
      excelOf({
        'xl/_rels/workbook.xml.rels': relationsOf({ type: 'connections', target: 'connections.xml' }),
      }),
    ],
    [
      'it loads another workbook',
      'carga algo de fuera al abrirse (externalLinkPath)',
      excelOf({
        'xl/externalLinks/_rels/e.xml.rels': relationsOf({
          type: 'externalLinkPath',
          target: 'x.xlsx',
          mode: 'External',
        }),
      }),
    ],
  ])('%s', async (_, message, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe(message)
  })

  it.each([
    [
      'has two parts of the same name',
      zipOf([
        { name: '[Content_Types].xml' },
        { name: 'word/document.xml' },
        { name: 'word/document.xml', content: '<x/>' },
      ]),
    ],
    [
      'has a main part at an unusual path',
      wordOf('', {
        '_rels/.rels': relationsOf({ type: 'officeDocument', target: 'x.xml' }),
        'x.xml': '<x/>',
      }),
    ],
    [
      'has two main parts',
      wordOf('', {
        '_rels/.rels': relationsOf(
          { type: 'officeDocument', target: 'word/document.xml' },
          { type: 'officeDocument', target: 'xl/workbook.xml' },
        ),
      }),
    ],
    ['does not declare the type of its main part', wordOf('', { '[Content_Types].xml': '<Types/>' })],
    ['is nested too deeply', wordOf('<a>'.repeat(5_000))],
    [
      'has too many nested fields',
      wordOf(fieldOf('IF ').split('<w:r><w:fldChar w:fldCharType="separate"')[0]?.repeat(500)),
    ],
  ])('it %s, because it cannot be inspected', async (_, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe(UNREADABLE)
  })

  it('the workbook behind its chart has active content', async () => {
    const chart = (table: Buffer) =>
      wordOf('', {
        'word/charts/chart1.xml': '<c:chartSpace/>',
        'word/charts/_rels/chart1.xml.rels': relationsOf({
          type: 'package',
          target: '../embeddings/Book1.xlsx',
        }),
        'word/embeddings/Book1.xlsx': table,
      })
    expect(await kindOrRefusal(chart(await createWorkbook()))).toBe('docx')
    expect(await kindOrRefusal(chart(excelOf({ 'xl/vbaProject.bin': 'x' })))).toBe(MACROS)
    expect(await kindOrRefusal(chart(wordOf()))).toBe(OLE)
    expect(await kindOrRefusal(chart(Buffer.from('MZ')))).toBe(UNREADABLE)
  })
})

it('recognises no other file as a Word or Excel document', async () => {
  expect(await kindOrRefusal(zipOf({ 'index.html': '<html>' }))).toBeUndefined()
  expect(await kindOrRefusal(Buffer.from('PK\x03\x04 y nada más'))).toBeUndefined()
})
