import { describe, expect, it } from 'vitest'
import { zipOf } from '../../sheets/testing/zipOf.ts'
import { createWordWithExternalRelation, createWorkbook, kindOrRefusal } from '../testing/officeKind.ts'
import {
  createExcel,
  createWord,
  createWordWithRelations,
  EXCEL_TYPE,
  fieldXml,
  relationsXml,
  WORD_TYPE,
} from '../testing/offices.ts'

const MACROS_MESSAGE = 'contiene macros'
const ACTIVE_X_MESSAGE = 'contiene controles ActiveX'
const OLE_MESSAGE = 'trae un objeto de otro programa (OLE)'
const TEMPLATE_MESSAGE = 'toma su plantilla de otro sitio (attachedTemplate)'
const LINK_MESSAGE = 'un enlace abre un programa o una carpeta de otro equipo'
const UNREADABLE_MESSAGE = 'no se puede revisar por dentro'

describe('a Word or Excel document is rejected with the name of its active content if', () => {
  it.each([
    ['it has macros', MACROS_MESSAGE, createWord('', { 'word/vbaProject.bin': 'x' })],
    [
      'its macros have another file name',
      MACROS_MESSAGE,
      createWordWithRelations({
        type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
        target: 'x.bin',
      }),
    ],
    [
      'its declared type is .docm',
      MACROS_MESSAGE,
      createWord('', {}, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    ],
    [
      'its declared type is .xlsm',
      MACROS_MESSAGE,
      createExcel({}, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    ],
    [
      'its declared type is .dotx',
      'es una plantilla',
      createWord('', {}, WORD_TYPE.replace('document.main', 'template.main')),
    ],
    [
      'its declared type is .xltx',
      'es una plantilla',
      createExcel({}, EXCEL_TYPE.replace('sheet.main', 'template.main')),
    ],
    ['it has Excel 4.0 macros', MACROS_MESSAGE, createExcel({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
    ['it has an ActiveX part', ACTIVE_X_MESSAGE, createWord('', { 'word/activeX/activeX1.xml': '<x/>' })],
    [
      'it has a relation to a control',
      ACTIVE_X_MESSAGE,
      createWordWithRelations({ type: 'control', target: 'x/1.xml' }),
    ],
    [
      'its template is on another server',
      TEMPLATE_MESSAGE,
      createWordWithExternalRelation('attachedTemplate', 'https://a.example/x.dotm'),
    ],
    [
      'its template is in a shared folder',
      TEMPLATE_MESSAGE,
      createWordWithExternalRelation('attachedTemplate', 'file:///\\\\a.example\\x.dotm'),
    ],
    [
      'an object is on another server',
      'carga algo de fuera al abrirse (oleObject)',
      createWordWithExternalRelation('oleObject', 'https://a.example/x.hta!'),
    ],
    [
      'a picture is on another server',
      'carga algo de fuera al abrirse (image)',
      createWordWithExternalRelation('image', 'https://a.example/x.png'),
    ],
    [
      'a frame is on another server',
      'carga algo de fuera al abrirse (frame)',
      createWordWithExternalRelation('frame', 'https://a.example/'),
    ],
    [
      'an external relation has an unknown type',
      'carga algo de fuera al abrirse (constructor)',
      createWordWithExternalRelation('constructor', 'https://a.example/'),
    ],
    [
      'a link starts a program',
      LINK_MESSAGE,
      createWordWithExternalRelation('hyperlink', 'ms-msdt:/id PCWDiagnostic'),
    ],
    [
      'a link opens a shared folder',
      LINK_MESSAGE,
      createWordWithExternalRelation('hyperlink', '\\\\a.example\\x'),
    ],
    [
      'a link opens a file of another machine',
      LINK_MESSAGE,
      createWordWithExternalRelation('hyperlink', 'file://a.example/x'),
    ],
    [
      'it embeds an object with a relation',
      OLE_MESSAGE,
      createWordWithRelations({ type: 'oleObject', target: 'embeddings/oleObject1.bin' }),
    ],
    [
      'it embeds an object without a relation',
      OLE_MESSAGE,
      createWord('', { 'word/embeddings/oleObject1.bin': 'x' }),
    ],
    ['it displays an object', OLE_MESSAGE, createWord('<w:object><o:OLEObject Type="Embed"/></w:object>')],
    [
      'it includes another document',
      'trae otro documento dentro',
      createWordWithRelations({ type: 'aFChunk', target: 'x.rtf' }),
    ],
    [
      'it loads an add-in',
      'abre un complemento de Office',
      createWordWithRelations({
        type: 'http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes',
        target: 'x.xml',
      }),
    ],
    [
      'it loads external data',
      'trae una conexión a otra fuente de datos',
      createExcel({
        'xl/_rels/workbook.xml.rels': relationsXml({ type: 'connections', target: 'connections.xml' }),
      }),
    ],
    [
      'it loads another workbook',
      'carga algo de fuera al abrirse (externalLinkPath)',
      createExcel({
        'xl/externalLinks/_rels/e.xml.rels': relationsXml({
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
      createWord('', {
        '_rels/.rels': relationsXml({ type: 'officeDocument', target: 'x.xml' }),
        'x.xml': '<x/>',
      }),
    ],
    [
      'has two main parts',
      createWord('', {
        '_rels/.rels': relationsXml(
          { type: 'officeDocument', target: 'word/document.xml' },
          { type: 'officeDocument', target: 'xl/workbook.xml' },
        ),
      }),
    ],
    ['does not declare the type of its main part', createWord('', { '[Content_Types].xml': '<Types/>' })],
    ['is nested too deeply', createWord('<a>'.repeat(5_000))],
    [
      'has too many nested fields',
      createWord(fieldXml('IF ').split('<w:r><w:fldChar w:fldCharType="separate"')[0]?.repeat(500)),
    ],
  ])('it %s, because it cannot be inspected', async (_, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe(UNREADABLE_MESSAGE)
  })

  it('the workbook behind its chart has active content', async () => {
    const chart = (table: Buffer) =>
      createWord('', {
        'word/charts/chart1.xml': '<c:chartSpace/>',
        'word/charts/_rels/chart1.xml.rels': relationsXml({
          type: 'package',
          target: '../embeddings/Book1.xlsx',
        }),
        'word/embeddings/Book1.xlsx': table,
      })
    expect(await kindOrRefusal(chart(await createWorkbook()))).toBe('docx')
    expect(await kindOrRefusal(chart(createExcel({ 'xl/vbaProject.bin': 'x' })))).toBe(MACROS_MESSAGE)
    expect(await kindOrRefusal(chart(createWord()))).toBe(OLE_MESSAGE)
    expect(await kindOrRefusal(chart(Buffer.from('MZ')))).toBe(UNREADABLE_MESSAGE)
  })
})

it('recognises no other file as a Word or Excel document', async () => {
  expect(await kindOrRefusal(zipOf({ 'index.html': '<html>' }))).toBeUndefined()
  expect(await kindOrRefusal(Buffer.from('PK\x03\x04 y nada más'))).toBeUndefined()
})
