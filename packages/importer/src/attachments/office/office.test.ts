import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { zipOf } from '../../sheets/testing/zipOf.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { EXCEL, excelOf, fieldOf, relationsOf, WORD, wordOf, wordRelatedTo } from '../testing/offices.ts'
import { officeKindOf } from './office.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures/documentos-limpios')

/** Returns the kind of the file, or the reason of its refusal. */
const kindOrRefusal = (bytes: Buffer) =>
  officeKindOf('guia.docx', bytes).catch((error: unknown) => {
    if (error instanceof InvalidAttachmentError) return error.message
    throw error
  })

const MACROS = 'contiene macros'
const ACTIVE_X = 'contiene controles ActiveX'
const OLE = 'trae un objeto de otro programa (OLE)'
const DDE = 'llama a otro programa (DDE)'
const TEMPLATE = 'toma su plantilla de otro sitio (attachedTemplate)'
const LINK = 'un enlace abre un programa o una carpeta de otro equipo'
const UNREADABLE = 'no se puede revisar por dentro'

const external = (type: string, target: string) => wordRelatedTo({ type, target, mode: 'External' })
const book = async () => writeExcelFile([['Nota', 5.4]]).toBuffer()

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
    ['its template is on another server', TEMPLATE, external('attachedTemplate', 'https://a.example/x.dotm')],
    [
      'its template is in a shared folder',
      TEMPLATE,
      external('attachedTemplate', 'file:///\\\\a.example\\x.dotm'),
    ],
    [
      'an object is on another server',
      'carga algo de fuera al abrirse (oleObject)',
      external('oleObject', 'https://a.example/x.hta!'),
    ],
    [
      'a picture is on another server',
      'carga algo de fuera al abrirse (image)',
      external('image', 'https://a.example/x.png'),
    ],
    [
      'a frame is on another server',
      'carga algo de fuera al abrirse (frame)',
      external('frame', 'https://a.example/'),
    ],
    [
      'an external relation has an unknown type',
      'carga algo de fuera al abrirse (constructor)',
      external('constructor', 'https://a.example/'),
    ],
    ['a link starts a program', LINK, external('hyperlink', 'ms-msdt:/id PCWDiagnostic')],
    ['a link opens a shared folder', LINK, external('hyperlink', '\\\\a.example\\x')],
    ['a link opens a file of another machine', LINK, external('hyperlink', 'file://a.example/x')],
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
    ['a field starts a program', DDE, wordOf(fieldOf(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"'))],
    ['a field in lower case starts a program', DDE, wordOf(fieldOf('dde excel x'))],
    [
      'a field that starts a program is split into several runs',
      DDE,
      wordOf(fieldOf(' D', 'D', 'EAUTO cmd')),
    ],
    ['a field that starts a program is written in entities', DDE, wordOf(fieldOf('&#68;&#x44;E cmd'))],
    [
      'a field that starts a program is nested in another',
      DDE,
      wordOf(fieldOf('IF ', fieldOf('DDE cmd'), ' = 1')),
    ],
    ['a nested field makes up the keyword', DDE, wordOf(fieldOf(' ', fieldOf('QUOTE 68 68 69'), ' cmd'))],
    ['a simple field starts a program', DDE, wordOf('<w:fldSimple w:instr=" DDEAUTO cmd"/>')],
    [
      'a field in a header starts a program',
      DDE,
      wordOf('', { 'word/header1.xml': `<w:hdr>${fieldOf('DDE cmd')}</w:hdr>` }),
    ],
    [
      'a field that starts a program is in a part named like a picture',
      DDE,
      wordOf('', { 'word/media/image1.png': ` <w:hdr>${fieldOf('DDE cmd')}</w:hdr>` }),
    ],
    [
      'a field that starts a program is in UTF-16',
      DDE,
      wordOf('', {
        'word/header1.xml': Buffer.from(`\ufeff<w:hdr>${fieldOf('DDE cmd')}</w:hdr>`, 'utf16le'),
      }),
    ],
    [
      'a field that starts a program is in UTF-16 without a byte order mark',
      UNREADABLE,
      wordOf('', { 'word/header1.xml': Buffer.from(`<w:hdr>${fieldOf('DDE cmd')}</w:hdr>`, 'utf16le') }),
    ],
    [
      'a field loads another file',
      'trae datos de otro archivo (campo LINK)',
      wordOf(fieldOf('LINK Excel.Sheet.12 x')),
    ],
    [
      'a formula starts a program',
      DDE,
      excelOf({ 'xl/worksheets/sheet1.xml': "<c><f>cmd|'/c calc'!A1</f></c>" }),
    ],
    [
      'a defined name starts a program',
      DDE,
      excelOf({ 'xl/workbook.xml': '<workbook><definedName>DDE("cmd","x","y")</definedName></workbook>' }),
    ],
    [
      'a linked topic starts a program',
      DDE,
      excelOf({
        'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="cmd"/></externalLink>',
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
    expect(await kindOrRefusal(chart(await book()))).toBe('docx')
    expect(await kindOrRefusal(chart(excelOf({ 'xl/vbaProject.bin': 'x' })))).toBe(MACROS)
    expect(await kindOrRefusal(chart(wordOf()))).toBe(OLE)
    expect(await kindOrRefusal(chart(Buffer.from('MZ')))).toBe(UNREADABLE)
  })
})

describe('a Word or Excel document is accepted if', () => {
  it.each(['guia.docx', 'notas.xlsx'])('LibreOffice wrote it: %s', async (name) => {
    expect(await kindOrRefusal(readFileSync(join(fixtures, name)))).toBe(name.split('.')[1])
  })

  it('a spreadsheet library wrote it', async () => {
    expect(await kindOrRefusal(await book())).toBe('xlsx')
  })

  it.each([
    ['links to a web page', external('hyperlink', 'https://a.example/guia?DDE=1')],
    ['links to an e-mail address', external('hyperlink', 'mailto:a@example.com')],
    ['links to a file in the same folder', external('hyperlink', 'guia%202.docx')],
    ['links to a file on the author’s disk', external('hyperlink', 'file:///C:\\Users\\Rosa\\guia.docx')],
    ['records the author’s own template', external('attachedTemplate', 'file:///C:\\Plantillas\\Carta.dotx')],
    [
      'has a page number, a table of contents and a link',
      wordOf(fieldOf(' PAGE ') + fieldOf('TOC \\o') + fieldOf('HYPERLINK "https://a.example"')),
    ],
    ['compares values within a field', wordOf(fieldOf('IF ', fieldOf('PAGE'), ' = 1 "DDE" "LINK"'))],
    [
      'mentions DDE in its text',
      wordOf('<w:p><w:r><w:t>DDEAUTO y LINK son campos de Word</w:t></w:r></w:p>'),
    ],
    [
      'has an absolute path to its main part',
      wordOf('', { '_rels/.rels': relationsOf({ type: 'officeDocument', target: '/word/document.xml' }) }),
    ],
    [
      'declares the main type for all XML parts',
      wordOf('', {
        '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="${WORD}"/></Types>`,
      }),
    ],
  ])('it %s', async (_, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe('docx')
  })

  it.each([
    ['has a bar within a quoted text', '<c><f>IF(A1="a|b",\'x|y\'!A1,2)</f></c>'],
    ['has a bar within a column’s name', '<c><f>SUM(Notas[[#This Row],[1|2]])</f></c>'],
    ['has form controls', '<controls/>'],
  ])('a cell %s', async (_, cells) => {
    expect(await kindOrRefusal(excelOf({ 'xl/worksheets/sheet1.xml': cells }))).toBe('xlsx')
  })
})

it('recognises no other file as a Word or Excel document', async () => {
  expect(await kindOrRefusal(zipOf({ 'index.html': '<html>' }))).toBeUndefined()
  expect(await kindOrRefusal(Buffer.from('PK\x03\x04 y nada más'))).toBeUndefined()
})
