import { cleanFileName } from '@apoderados/importer/attachments/fileName'
import { gradeCell } from '@apoderados/importer/formats/cells/gradeCell'
import { weightCell } from '@apoderados/importer/formats/cells/numberCell'
import { groupRosters } from '@apoderados/importer/formats/oneroster/rosterFiles'
import { createTableReader } from '@apoderados/importer/sheets/html/tables'
import type { Sheet } from '@apoderados/importer/sheets/sheet'
import { kindOfCode } from '@apoderados/importer/sheets/xlsx/workbookNumbers'
import { describe, expect, it } from 'vitest'

/** The maximum length of a spreadsheet's cell, in characters. */
const CELL_LENGTH_MAX = 32_767
/**
 * How often a test reads the same long text, because a sheet may contain thousands of them: a reader whose time grows
 * with the square of the length would exceed the test's time limit.
 */
const READS_PER_TEXT = 100
const repeatToCellLength = (text: string) => text.repeat(Math.floor(CELL_LENGTH_MAX / text.length))
const readRepeatedly = <T>(read: () => T) => new Set(Array.from({ length: READS_PER_TEXT }, read))

function cellsOf(page: string): string[] {
  const cells: string[] = []
  const reader = createTableReader('planilla.html', (_, row) => cells.push(...row.cells))
  reader.write(`<table>${page}</table>`)
  reader.end()
  return cells
}

describe('a cell of the maximum length', () => {
  it('with blanks inside a file name is read as fast as any other', () => {
    expect(readRepeatedly(() => cleanFileName(`${repeatToCellLength('. ')}a b`))).toEqual(new Set(['a b']))
    expect(readRepeatedly(() => cleanFileName(`a${repeatToCellLength('. ')}b.pdf`).length)).toEqual(
      new Set([120]),
    )
  })

  it('with blanks before a missing per cent sign is rejected as a weight', () => {
    const refusals: string[] = []
    readRepeatedly(() =>
      weightCell.parse(`3${repeatToCellLength(' ')}x`, (reason) => void refusals.push(reason)),
    )
    expect(new Set(refusals)).toEqual(new Set([`no es ${weightCell.accepts}`]))
  })

  it('with zeros at the end of a grade is rejected, unless they are within the length of a number', () => {
    const refusals: string[] = []
    readRepeatedly(() =>
      gradeCell.parse(`5,${repeatToCellLength('0')}1`, (reason) => void refusals.push(reason)),
    )
    expect(new Set(refusals)).toEqual(new Set(['no es una nota; los conceptos van en la columna «concepto»']))
    expect(readRepeatedly(() => gradeCell.parse(`5,4${'0'.repeat(19)}`, () => undefined))).toEqual(
      new Set([54]),
    )
  })

  it('is not slow to read in the path of OneRoster files', () => {
    const sheet: Sheet = {
      file: `${repeatToCellLength('a')}/orgs.csv`,
      name: 'orgs',
      bytes: 0,
      async *rows() {},
    }
    const file = { sheet, header: { line: 1, cells: ['sourcedId'] } }
    expect(readRepeatedly(() => groupRosters([file]).length)).toEqual(new Set([1]))
  })

  it('with blanks in an HTML line is read as one blank', () => {
    const cell = `<td>${repeatToCellLength(' ')}a${repeatToCellLength(' ')}b${' <br> '.repeat(1000)}c${repeatToCellLength(' ')}`
    expect(new Set(cellsOf(`<tr>${cell.repeat(10)}</tr>`))).toEqual(new Set([`a b${'\n'.repeat(1000)}c`]))
  })

  it('with line breaks in an HTML cell is read as fast as any other', () => {
    const cell = `a${'\n'.repeat(1000)}b`
    expect(new Set(cellsOf(`<tr>${`<td>a${'<br>'.repeat(1000)}b`.repeat(READS_PER_TEXT)}</tr>`))).toEqual(
      new Set([cell]),
    )
  })

  it('with unclosed brackets is read as a number format', () => {
    expect(readRepeatedly(() => kindOfCode(`${repeatToCellLength('[')}0.00%`))).toEqual(new Set(['percent']))
  })
})
