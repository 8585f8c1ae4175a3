import { cleanFileName } from '@apoderados/importer/attachments/fileName'
import { grade } from '@apoderados/importer/formats/cells/gradeCell'
import { weight } from '@apoderados/importer/formats/cells/numberCell'
import { groupRosters } from '@apoderados/importer/formats/oneroster/rosterFiles'
import type { Sheet } from '@apoderados/importer/sheets/sheet'
import { createTableReader } from '@apoderados/importer/sheets/tables'
import { kindOfCode } from '@apoderados/importer/sheets/xlsx/workbookNumbers'
import { describe, expect, it } from 'vitest'

/** The maximum length of a spreadsheet's cell. */
const LONGEST = 32_767
/** A sheet may contain thousands of such texts, so quadratic time would exceed the test's time limit. */
const TIMES = 100
const long = (text: string) => text.repeat(Math.floor(LONGEST / text.length))
const timesOver = <T>(read: () => T) => new Set(Array.from({ length: TIMES }, read))

function cellsOf(page: string): string[] {
  const cells: string[] = []
  const reader = createTableReader('planilla.html', (_, row) => cells.push(...row.cells))
  reader.write(`<table>${page}</table>`)
  reader.end()
  return cells
}

describe('the longest text that a cell holds', () => {
  it('of blanks that do not end a file’s name is read as fast as any', () => {
    expect(timesOver(() => cleanFileName(`${long('. ')}a b`))).toEqual(new Set(['a b']))
    expect(timesOver(() => cleanFileName(`a${long('. ')}b.pdf`).length)).toEqual(new Set([120]))
  })

  it('of blanks that no per cent follows is refused as a weight', () => {
    const refusals: string[] = []
    timesOver(() => weight.parse(`3${long(' ')}x`, (reason) => void refusals.push(reason)))
    expect(new Set(refusals)).toEqual(new Set([`no es ${weight.accepts}`]))
  })

  it('of zeros that end a grade is refused, as many as a number holds are of no weight', () => {
    const refusals: string[] = []
    timesOver(() => grade.parse(`5,${long('0')}1`, (reason) => void refusals.push(reason)))
    expect(new Set(refusals)).toEqual(new Set(['no es una nota; los conceptos van en la columna «concepto»']))
    expect(timesOver(() => grade.parse(`5,4${'0'.repeat(19)}`, () => undefined))).toEqual(new Set([54]))
  })

  it('of a folder’s name around OneRoster files tells their place as fast as any', () => {
    const sheet: Sheet = { file: `${long('a')}/orgs.csv`, name: 'orgs', bytes: 0, async *rows() {} }
    const file = { sheet, header: { line: 1, cells: ['sourcedId'] } }
    expect(timesOver(() => groupRosters([file]).length)).toEqual(new Set([1]))
  })

  it('of blanks in a page’s line is one, and none at its ends', () => {
    const cell = `<td>${long(' ')}a${long(' ')}b${' <br> '.repeat(1000)}c${long(' ')}`
    expect(new Set(cellsOf(`<tr>${cell.repeat(10)}</tr>`))).toEqual(new Set([`a b${'\n'.repeat(1000)}c`]))
  })

  it('of line breaks in a page’s cell is read as fast as any', () => {
    const cell = `a${'\n'.repeat(1000)}b`
    expect(new Set(cellsOf(`<tr>${`<td>a${'<br>'.repeat(1000)}b`.repeat(TIMES)}</tr>`))).toEqual(
      new Set([cell]),
    )
  })

  it('of brackets that open and never close is a number’s format as any other', () => {
    expect(timesOver(() => kindOfCode(`${long('[')}0.00%`))).toEqual(new Set(['percent']))
  })
})
