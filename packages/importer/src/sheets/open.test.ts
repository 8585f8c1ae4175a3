import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolder, readAsFile, readSources } from './testing/sourcesOf.ts'
import { rowsXml, xlsxOf } from './testing/xlsxOf.ts'
import { zipOf } from './testing/zipOf.ts'

const csvText = 'a;b\n1;2\n'
const htmlText = '<table><tr><td>a<td>b<tr><td>1<td>2</table>'
const expectedCells = [
  ['a', 'b'],
  ['1', '2'],
]
const workbookFile = xlsxOf({ sheets: { Hoja1: rowsXml(expectedCells) } })
const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const wordFile = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' })

const fileSet = {
  'alumnos.csv': csvText,
  'sige.xls': htmlText,
  'notas/5a.csv': csvText,
  'notas/libro.xlsx': workbookFile,
  'fotos/40215347-4.jpg': pngStart,
  'fotos/apoderados/15576215.PNG': pngStart,
  'documentos/pauta.docx': wordFile,
  'documentos/ejemplo.xlsx': workbookFile,
  'documentos/lista.csv': csvText,
  'carta.docx': wordFile,
  'LEEME.txt': 'Hola, esto es un texto, no una planilla.\nOtra línea; con más.',
  'notas.txt': 'a\tb\n1\t2\n',
  '.DS_Store': 'x',
  '~$alumnos.xlsx': 'x',
  'Thumbs.db': 'x',
  '__MACOSX/._alumnos.csv': 'x',
}
const sheetPaths = ['alumnos', 'notas/5a', 'notas/libro', 'notas.txt', 'sige']
const attachmentPaths = [
  'LEEME.txt',
  'carta.docx',
  'documentos/ejemplo.xlsx',
  'documentos/lista.csv',
  'documentos/pauta.docx',
  'fotos/40215347-4.jpg',
  'fotos/apoderados/15576215.PNG',
]

describe('a folder and a zip', () => {
  test('contain sheets and attachments', async () => {
    const folder = await createFolder(fileSet)
    const { sheets, attachments, problems, warnings } = await readSources(folder)
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    expect(sheets.map(({ file, name }) => [file, name])).toEqual([
      ['alumnos.csv', 'alumnos'],
      ['notas/5a.csv', '5a'],
      ['notas/libro.xlsx › Hoja1', 'Hoja1'],
      ['notas.txt', 'notas'],
      ['sige.xls', 'sige'],
    ])
    expect(sheets.map((sheet) => sheet.cells)).toEqual(sheetPaths.map(() => expectedCells))
    expect(attachments.map(({ path }) => path).sort()).toEqual(attachmentPaths)
    expect(attachments.find(({ path }) => path.endsWith('4.jpg'))).toMatchObject({
      bytes: 8,
      content: pngStart,
    })
  })

  test('have the same content', async () => {
    const folder = await createFolder({ 'colegio.zip': zipOf(fileSet) })
    const { sheets, attachments, problems } = await readSources(join(folder, 'colegio.zip'))
    expect(problems).toEqual([])
    expect(sheets.map(({ file }) => file).sort()).toEqual([
      'colegio.zip › alumnos.csv',
      'colegio.zip › notas.txt',
      'colegio.zip › notas/5a.csv',
      'colegio.zip › notas/libro.xlsx › Hoja1',
      'colegio.zip › sige.xls',
    ])
    expect(sheets.every((sheet) => sheet.cells.length === 2 && sheet.behind === sheet.bytes)).toBe(true)
    expect(attachments.map(({ path }) => path).sort()).toEqual(attachmentPaths)
    expect(attachments.find(({ path }) => path.endsWith('4.jpg'))).toMatchObject({
      bytes: 8,
      content: pngStart,
    })
  })

  test('accepts a folder of photos as a separate path', async () => {
    const folder = await createFolder(fileSet)
    const { attachments } = await readSources(join(folder, 'alumnos.csv'), join(folder, 'fotos'))
    expect(attachments.map(({ path }) => path)).toEqual([
      'fotos/40215347-4.jpg',
      'fotos/apoderados/15576215.PNG',
    ])
  })

  test('distinguishes files of several folders, and reads a path that is given twice once', async () => {
    const folder = await createFolder({ 'a/notas.csv': csvText, 'b/notas.csv': csvText })
    const [a, b] = [join(folder, 'a'), join(folder, 'b')]
    const { sheets } = await readSources(a, b, join(a, 'notas.csv'), b)
    expect(sheets.map(({ file }) => file)).toEqual(['a/notas.csv', 'b/notas.csv'])
  })
})

describe('types are recognised by content', () => {
  test.each([
    ['a.csv', workbookFile],
    ['a.xls', csvText],
    ['a.xls', workbookFile],
    ['a.xlsx', htmlText],
    ['a.pdf', csvText],
    [
      'a.xls',
      '<?xml version="1.0"?>\n<!DOCTYPE html><html><body><table><tr><td>a<td>b<tr><td>1<td>2</table>',
    ],
    ['a.csv', `\uFEFF\n ${htmlText}`],
  ])('%s', async (name, content) => {
    expect(await readAsFile(name, content)).toMatchObject({ cells: expectedCells, problems: [] })
  })

  const oldExcel = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  test.each([
    ['old.xls', oldExcel, 'libro de Excel antiguo'],
    [
      'libro.ods',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
      'otro formato',
    ],
    ['libro.xlsb', zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }), 'otro formato'],
    [
      'libro.xml',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table/>',
      'otro formato',
    ],
    ['libro.mht', 'MIME-Version: 1.0\n', 'otro formato'],
    ['carta.docx', wordFile, 'no es una planilla'],
    ['foto.jpg', pngStart, 'no es una planilla'],
    ['carta.pdf', '%PDF-1.4\n', 'no es una planilla'],
    ['a.csv', pngStart, 'no es una planilla'],
    ['feed.xml', '<?xml version="1.0"?><rss></rss>', 'no es una planilla'],
    ['a.csv', '', 'está vacío'],
    ['a.csv', '\uFEFF\n\n', 'está vacío'],
    ['a.zip', zipOf({}), 'está vacío'],
  ])('%s is rejected: %#', async (name, content, message) => {
    const { sheets, problems } = await readAsFile(name, content)
    expect(sheets).toEqual([])
    expect(problems).toEqual([{ file: name, message: expect.stringContaining(message) }])
  })
})
