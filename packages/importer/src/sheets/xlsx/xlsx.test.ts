import { describe, expect, test } from 'vitest'
import { createFolder, readAsFile, readSources } from '../testing/sourcesOf.ts'
import { bookParts, rowsXml, xlsxOf } from '../testing/xlsxOf.ts'
import { zipOf } from '../testing/zipOf.ts'

const rowXml = (...cells: string[]) => `<row r="1">${cells.join('')}</row>`
/** Returns the texts that are read from one row of `cells`, the XML of its cells. */
async function readRowTexts(cells: string[], book: Partial<Parameters<typeof xlsxOf>[0]> = {}) {
  const { cells: read, problems } = await readAsFile(
    'a.xlsx',
    xlsxOf({ sheets: { Hoja1: rowXml(...cells) }, ...book }),
  )
  expect(problems).toEqual([])
  return read[0]
}
const numberCellXml = (value: string | number, style = 0) => `<c s="${style}"><v>${value}</v></c>`

describe('cells', () => {
  test('may contain shared, inline and rich texts', async () => {
    const texts = [
      '<t>Muñoz</t>',
      '<r><rPr><b/></rPr><t>Peña</t></r><r><t xml:space="preserve"> Soto</t></r><rPh sb="0"><t>no</t></rPh>',
    ]
    const cells = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="inlineStr"><is><r><t>Zoë </t></r><r><t>&lt;b&gt; &amp; &#241;</t></r></is></c>',
      '<c t="s"><v>7</v></c>',
      '<c t="inlineStr"><is><t>a_x000D_b _x005F_x000D_</t></is></c>',
      '<c t="inlineStr"><is><t><![CDATA[<i>x</i>]]></t></is></c>',
    ]
    expect(await readRowTexts(cells, { texts })).toEqual([
      'Muñoz',
      'Peña Soto',
      'Zoë <b> & ñ',
      '',
      'a\rb _x000D_',
      '<i>x</i>',
    ])
  })

  test('show numbers without the noise of binary fractions', async () => {
    const values = [
      '40215347',
      '5.4000000000000004',
      '5.3999999999999995',
      '56987654321',
      '1E2',
      '0.1',
      '-3',
      '4.0',
      '1e400',
    ]
    expect(await readRowTexts(values.map((value) => numberCellXml(value)))).toEqual([
      '40215347',
      '5.4',
      '5.4',
      '56987654321',
      '100',
      '0.1',
      '-3',
      '4',
      '1e400',
    ])
  })

  test.each([
    ['000', 7, '007'],
    ['00000', 123456, '123456'],
    ['##.###.###-#', 123456785, '12.345.678-5'],
    ['##\\.###\\.###\\-#', 95678905, '9.567.890-5'],
    ['#,###"-"0', 123456785, '12345,678-5'],
    ['0-0', 92835, '9283-5'],
    ['0.0', 5.4, '5.4'],
  ])('show a number by the mask %s', async (format, value, text) => {
    expect(await readRowTexts([numberCellXml(value, 1)], { formats: [format] })).toEqual([text])
  })

  test('show percentages as Excel does', async () => {
    expect(
      await readRowTexts([numberCellXml(0.3, 1), numberCellXml(0.955, 2)], { formats: [9, '0.0%'] }),
    ).toEqual(['30%', '95.5%'])
  })

  test('show booleans, results of formulas and ISO dates', async () => {
    const cells = [
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>0</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>six</v></c>',
      '<c><f>2+2</f><v>4</v></c>',
      '<c t="str"><f>IF(1,"")</f><v></v></c>',
      '<c t="d"><v>2026-03-04T08:17:00</v></c>',
      '<c t="d"><v>2026-03-04</v></c>',
    ]
    expect(await readRowTexts(cells)).toEqual(['si', 'no', 'six', '4', '', '2026-03-04 08:17', '2026-03-04'])
  })

  test('are in the columns that they name, even if others are missing between them', async () => {
    expect(
      await readRowTexts([
        '<c r="B1"><v>1</v></c>',
        '<c r="D1" s="3"/>',
        '<c r="E1"><v>2</v></c>',
        numberCellXml(3),
      ]),
    ).toEqual(['', '1', '', '', '2', '3'])
  })

  test('have a value only in the first cell of a merged range', async () => {
    const merged = `${rowXml('<c r="A1"><v>1</v></c>', '<c r="B1"/>', '<c r="C1"><v>2</v></c>')}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><sheetData>`
    expect((await readAsFile('a.xlsx', xlsxOf({ sheets: { H: merged } }))).cells).toEqual([['1', '', '2']])
  })
})

describe('dates and times', () => {
  test.each([
    [14, 46085, '2026-03-04'],
    ['dd/mm/yyyy', 46085, '2026-03-04'],
    ['dd\\-mm\\-yyyy;@', 46085.9, '2026-03-04'],
    ['[$-340A]dddd", "d" de "mmmm" de "yyyy', 46085, '2026-03-04'],
    ['mmm\\-yy', 46085, '2026-03-04'],
    [22, 46085.345138888886, '2026-03-04 08:17'],
    ['dd/mm/yyyy hh:mm', 46085.999999, '2026-03-05'],
    ['dd/mm/yyyy hh:mm', 46085, '2026-03-04'],
    [20, 0.3333333333333333, '08:00'],
    ['hh:mm', 0.3958333333, '09:30'],
    ['[h]:mm', 0.75, '18:00'],
    ['h:mm AM/PM', 0.58680555555, '14:05'],
    ['h:mm', 46085.5, '12:00'],
    [14, 1, '1900-01-01'],
    [14, 59, '1900-02-28'],
    [14, 61, '1900-03-01'],
    [14, -1, '-1'],
    [14, 99999999, '99999999'],
    ['General', 46085, '46085'],
    ['0.00', 5.4, '5.4'],
    ['[Red]0', 7, '7'],
    ['"Día "0', 7, '7'],
    ['_-* #,##0_-', 7, '7'],
  ])('with the format %j and the value %d are shown as %s', async (format, value, shown) => {
    expect(await readRowTexts([numberCellXml(value, 1)], { formats: [format] })).toEqual([shown])
  })

  test('count from 1904 in a workbook of an old Mac', async () => {
    const book = { formats: [14], properties: 'date1904="1"' }
    expect(await readRowTexts([numberCellXml(44623, 1)], book)).toEqual(['2026-03-04'])
  })
})

describe('a cell without a readable value', () => {
  test('is blank with the reason if it contains an error', async () => {
    const sheets = {
      Notas: `${rowsXml([['run', 'nota']])}<row r="7"><c r="A7"><v>1</v></c><c r="B7" t="e"><v>#N/A</v></c></row>`,
    }
    const { rows, problems } = await readAsFile('a.xlsx', xlsxOf({ sheets }))
    const unread = new Map([[1, expect.stringContaining('#N/A')]])
    expect(rows.at(-1)).toEqual({ line: 7, cells: ['1'], unread })
    expect(problems).toEqual([])
  })

  test('is reported if its formula has no saved result', async () => {
    const sheets = { Notas: `${rowsXml([['run']])}<row r="2"><c r="AB2"><f>A1</f></c></row>` }
    const { rows } = await readAsFile('a.xlsx', xlsxOf({ sheets }))
    expect(rows.at(-1)?.unread).toEqual(new Map([[27, expect.stringContaining('guárdelo de nuevo')]]))
  })
})

describe('workbooks', () => {
  test('contain one sheet per visible worksheet; hidden ones are reported', async () => {
    const sheets = {
      Alumnos: rowsXml([['a'], ['1']]),
      Oculta: rowsXml([['b']]),
      'Muy oculta': rowsXml([['c']]),
      Notas: rowsXml([['d']]),
    }
    const states = { Oculta: 'state="hidden"', 'Muy oculta': 'state="veryHidden"' }
    const read = await readAsFile('colegio.xlsx', xlsxOf({ sheets, states }))
    expect(read.sheets.map(({ file, name, cells }) => ({ file, name, cells }))).toEqual([
      { file: 'colegio.xlsx › Alumnos', name: 'Alumnos', cells: [['a'], ['1']] },
      { file: 'colegio.xlsx › Notas', name: 'Notas', cells: [['d']] },
    ])
    expect(read.warnings.map(({ file }) => file)).toEqual([
      'colegio.xlsx › Oculta',
      'colegio.xlsx › Muy oculta',
    ])
  })

  test('may use a namespace prefix for their elements, as some programs do', async () => {
    const parts = bookParts({ sheets: { H: rowsXml([['a', 'b']]) } })
    const prefixed = Object.entries(parts).map(([name, xml]) => [
      name,
      name.startsWith('xl/w') && !name.endsWith('.rels') ? xml.replace(/<(\/?)(?=[a-z])/g, '<$1x:') : xml,
    ])
    expect((await readAsFile('a.xlsx', zipOf(Object.fromEntries(prefixed)))).cells).toEqual([['a', 'b']])
  })

  test('are recognised by content, also within a zip or a folder', async () => {
    const book = xlsxOf({ sheets: { Notas: rowsXml([['a'], ['1']]) } })
    const folder = await createFolder({ 'notas.csv': book, 'todo.zip': zipOf({ 'dentro/notas.xls': book }) })
    const { sheets, problems } = await readSources(folder)
    expect(problems).toEqual([])
    expect(sheets.map(({ file, cells }) => [file, cells])).toEqual([
      ['notas.csv › Notas', [['a'], ['1']]],
      ['todo.zip › dentro/notas.xls › Notas', [['a'], ['1']]],
    ])
  })
})
