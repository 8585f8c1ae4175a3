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
const toldOf = (bytes: Buffer) =>
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

describe('a Word or Excel document is refused by the name of what it holds when', () => {
  it.each([
    ['it has macros', MACROS, wordOf('', { 'word/vbaProject.bin': 'x' })],
    [
      'its macros are called otherwise',
      MACROS,
      wordRelatedTo({
        type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
        target: 'x.bin',
      }),
    ],
    [
      'it says to be a .docm',
      MACROS,
      wordOf('', {}, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    ],
    ['it says to be a .xlsm', MACROS, excelOf({}, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml')],
    [
      'it says to be a .dotx',
      'es una plantilla',
      wordOf('', {}, WORD.replace('document.main', 'template.main')),
    ],
    ['it says to be a .xltx', 'es una plantilla', excelOf({}, EXCEL.replace('sheet.main', 'template.main'))],
    ['it has old macros of Excel', MACROS, excelOf({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
    ['it has ActiveX', ACTIVE_X, wordOf('', { 'word/activeX/activeX1.xml': '<x/>' })],
    ['it has a control', ACTIVE_X, wordRelatedTo({ type: 'control', target: 'x/1.xml' })],
    ['its template comes from elsewhere', TEMPLATE, external('attachedTemplate', 'https://a.example/x.dotm')],
    [
      'its template lies in a shared folder',
      TEMPLATE,
      external('attachedTemplate', 'file:///\\\\a.example\\x.dotm'),
    ],
    [
      'an object comes from elsewhere',
      'carga algo de fuera al abrirse (oleObject)',
      external('oleObject', 'https://a.example/x.hta!'),
    ],
    [
      'a picture comes from elsewhere',
      'carga algo de fuera al abrirse (image)',
      external('image', 'https://a.example/x.png'),
    ],
    [
      'a frame comes from elsewhere',
      'carga algo de fuera al abrirse (frame)',
      external('frame', 'https://a.example/'),
    ],
    [
      'something unknown comes from elsewhere',
      'carga algo de fuera al abrirse (constructor)',
      external('constructor', 'https://a.example/'),
    ],
    ['a link opens a program', LINK, external('hyperlink', 'ms-msdt:/id PCWDiagnostic')],
    ['a link opens a shared folder', LINK, external('hyperlink', '\\\\a.example\\x')],
    ['a link opens a file of another machine', LINK, external('hyperlink', 'file://a.example/x')],
    ['it holds an object', OLE, wordRelatedTo({ type: 'oleObject', target: 'embeddings/oleObject1.bin' })],
    ['it holds an object by its place alone', OLE, wordOf('', { 'word/embeddings/oleObject1.bin': 'x' })],
    ['it shows an object', OLE, wordOf('<w:object><o:OLEObject Type="Embed"/></w:object>')],
    [
      'it holds another document',
      'trae otro documento dentro',
      wordRelatedTo({ type: 'aFChunk', target: 'x.rtf' }),
    ],
    [
      'it opens an add-in',
      'abre un complemento de Office',
      wordRelatedTo({
        type: 'http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes',
        target: 'x.xml',
      }),
    ],
    [
      'it fetches data',
      'trae una conexión a otra fuente de datos',
      excelOf({
        'xl/_rels/workbook.xml.rels': relationsOf({ type: 'connections', target: 'connections.xml' }),
      }),
    ],
    [
      'it fetches another workbook',
      'carga algo de fuera al abrirse (externalLinkPath)',
      excelOf({
        'xl/externalLinks/_rels/e.xml.rels': relationsOf({
          type: 'externalLinkPath',
          target: 'x.xlsx',
          mode: 'External',
        }),
      }),
    ],
    ['a field calls a program', DDE, wordOf(fieldOf(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"'))],
    ['a field calls one in lower case', DDE, wordOf(fieldOf('dde excel x'))],
    ['such a field is in pieces', DDE, wordOf(fieldOf(' D', 'D', 'EAUTO cmd'))],
    ['such a field is in signs', DDE, wordOf(fieldOf('&#68;&#x44;E cmd'))],
    ['such a field is within another', DDE, wordOf(fieldOf('IF ', fieldOf('DDE cmd'), ' = 1'))],
    ['another field makes up its name', DDE, wordOf(fieldOf(' ', fieldOf('QUOTE 68 68 69'), ' cmd'))],
    ['such a field is a simple one', DDE, wordOf('<w:fldSimple w:instr=" DDEAUTO cmd"/>')],
    [
      'such a field is in a header',
      DDE,
      wordOf('', { 'word/header1.xml': `<w:hdr>${fieldOf('DDE cmd')}</w:hdr>` }),
    ],
    [
      'such a field is in a part that is called a picture',
      DDE,
      wordOf('', { 'word/media/image1.png': ` <w:hdr>${fieldOf('DDE cmd')}</w:hdr>` }),
    ],
    [
      'such a field is in UTF-16',
      DDE,
      wordOf('', {
        'word/header1.xml': Buffer.from(`\ufeff<w:hdr>${fieldOf('DDE cmd')}</w:hdr>`, 'utf16le'),
      }),
    ],
    [
      'such a field is in UTF-16 that does not say so',
      UNREADABLE,
      wordOf('', { 'word/header1.xml': Buffer.from(`<w:hdr>${fieldOf('DDE cmd')}</w:hdr>`, 'utf16le') }),
    ],
    [
      'a field fetches another file',
      'trae datos de otro archivo (campo LINK)',
      wordOf(fieldOf('LINK Excel.Sheet.12 x')),
    ],
    [
      'a formula calls a program',
      DDE,
      excelOf({ 'xl/worksheets/sheet1.xml': "<c><f>cmd|'/c calc'!A1</f></c>" }),
    ],
    [
      'a name calls a program',
      DDE,
      excelOf({ 'xl/workbook.xml': '<workbook><definedName>DDE("cmd","x","y")</definedName></workbook>' }),
    ],
    [
      'a linked topic calls a program',
      DDE,
      excelOf({
        'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="cmd"/></externalLink>',
      }),
    ],
  ])('%s', async (_, message, bytes) => {
    expect(await toldOf(bytes)).toBe(message)
  })

  it.each([
    [
      'has two parts of one name',
      zipOf([
        { name: '[Content_Types].xml' },
        { name: 'word/document.xml' },
        { name: 'word/document.xml', content: '<x/>' },
      ]),
    ],
    [
      'begins with another part than it seems',
      wordOf('', {
        '_rels/.rels': relationsOf({ type: 'officeDocument', target: 'x.xml' }),
        'x.xml': '<x/>',
      }),
    ],
    [
      'begins with two',
      wordOf('', {
        '_rels/.rels': relationsOf(
          { type: 'officeDocument', target: 'word/document.xml' },
          { type: 'officeDocument', target: 'xl/workbook.xml' },
        ),
      }),
    ],
    ['says nothing of its main part', wordOf('', { '[Content_Types].xml': '<Types/>' })],
    ['is nested without end', wordOf('<a>'.repeat(5_000))],
    [
      'has fields without end',
      wordOf(fieldOf('IF ').split('<w:r><w:fldChar w:fldCharType="separate"')[0]?.repeat(500)),
    ],
  ])('it %s: it cannot be looked through', async (_, bytes) => {
    expect(await toldOf(bytes)).toBe(UNREADABLE)
  })

  it('the workbook behind a chart is active itself', async () => {
    const chart = (table: Buffer) =>
      wordOf('', {
        'word/charts/chart1.xml': '<c:chartSpace/>',
        'word/charts/_rels/chart1.xml.rels': relationsOf({
          type: 'package',
          target: '../embeddings/Book1.xlsx',
        }),
        'word/embeddings/Book1.xlsx': table,
      })
    expect(await toldOf(chart(await book()))).toBe('docx')
    expect(await toldOf(chart(excelOf({ 'xl/vbaProject.bin': 'x' })))).toBe(MACROS)
    expect(await toldOf(chart(wordOf()))).toBe(OLE)
    expect(await toldOf(chart(Buffer.from('MZ')))).toBe(UNREADABLE)
  })
})

describe('a Word or Excel document is taken', () => {
  it.each(['guia.docx', 'notas.xlsx'])('that LibreOffice made: %s', async (name) => {
    expect(await toldOf(readFileSync(join(fixtures, name)))).toBe(name.split('.')[1])
  })

  it('that a program for workbooks made', async () => {
    expect(await toldOf(await book())).toBe('xlsx')
  })

  it.each([
    ['links to a page', external('hyperlink', 'https://a.example/guia?DDE=1')],
    ['links to a mailbox', external('hyperlink', 'mailto:a@example.com')],
    ['links to a file beside it', external('hyperlink', 'guia%202.docx')],
    ['links to a file of the author’s disk', external('hyperlink', 'file:///C:\\Users\\Rosa\\guia.docx')],
    ['notes its author’s own template', external('attachedTemplate', 'file:///C:\\Plantillas\\Carta.dotx')],
    [
      'has a page number, a table of contents and a link',
      wordOf(fieldOf(' PAGE ') + fieldOf('TOC \\o') + fieldOf('HYPERLINK "https://a.example"')),
    ],
    ['compares within a field', wordOf(fieldOf('IF ', fieldOf('PAGE'), ' = 1 "DDE" "LINK"'))],
    ['speaks of DDE', wordOf('<w:p><w:r><w:t>DDEAUTO y LINK son campos de Word</w:t></w:r></w:p>')],
    [
      'names its main part from the root',
      wordOf('', { '_rels/.rels': relationsOf({ type: 'officeDocument', target: '/word/document.xml' }) }),
    ],
    [
      'says of all its parts what the main one is',
      wordOf('', {
        '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="${WORD}"/></Types>`,
      }),
    ],
  ])('that %s', async (_, bytes) => {
    expect(await toldOf(bytes)).toBe('docx')
  })

  it.each([
    ['has a bar within a text', '<c><f>IF(A1="a|b",\'x|y\'!A1,2)</f></c>'],
    ['has a bar within a column’s name', '<c><f>SUM(Notas[[#This Row],[1|2]])</f></c>'],
    ['has form fields', '<controls/>'],
  ])('that %s in a cell', async (_, cells) => {
    expect(await toldOf(excelOf({ 'xl/worksheets/sheet1.xml': cells }))).toBe('xlsx')
  })
})

it('what is no document of Word or Excel is neither', async () => {
  expect(await toldOf(zipOf({ 'index.html': '<html>' }))).toBeUndefined()
  expect(await toldOf(Buffer.from('PK\x03\x04 y nada más'))).toBeUndefined()
})
