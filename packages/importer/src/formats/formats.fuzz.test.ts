import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetNames } from '../sheetRecords.ts'
import { readSheets, sheetOf } from '../testing/readSheets.ts'
import { wrongFields } from '../testing/recordChecks.ts'
import { rosterSet } from '../testing/rosterSet.ts'
import { officialHeaders } from './official.ts'
import { formats } from './set/set.ts'

const exampleCells = formats.flatMap(({ columns }) => Object.values(columns).map(({ example }) => example))
/** Generates cells that some column accepts or nearly accepts, and hostile cells. */
const cellArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...exampleCells) },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\d.,:/ kK-]{1,14}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '=HYPERLINK("x")',
      '@SUM(1)',
      '<img src=x onerror=alert(1)>',
      '../../etc/passwd',
      '\ud800',
      'constructor',
      '__proto__',
      '9'.repeat(5000),
      ' '.repeat(300),
    ),
  },
)

function checkReadResult({ records, problems }: Awaited<ReturnType<typeof readSheets>>): void {
  const wrong = sheetNames.flatMap((name) => records[name].flatMap((record) => wrongFields(name, record)))
  expect(wrong).toEqual([])
  for (const { message, expected } of problems) {
    expect(message.length).toBeLessThanOrEqual(300)
    expect(message).not.toMatch(/undefined|NaN|\[object/)
    expect(expected).not.toBe('')
  }
}

describe('random text in a cell', () => {
  it.each(formats.map((format) => [format.name, format] as const))(
    'of %s is read or rejected',
    async (name, format) => {
      const names = Object.keys(format.columns)
      const valid = Object.values(format.columns).map(({ example, isBlankInTemplate }) =>
        isBlankInTemplate ? '' : example,
      )
      const row = fc.array(fc.option(cellArbitrary, { nil: undefined, freq: 3 }), {
        minLength: names.length,
        maxLength: names.length,
      })
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
          // Most cells stay valid, so that many rows have only one invalid cell.
          const cells = rows.map((changes) =>
            changes.map((change, index) => change ?? (valid[index] as string)),
          )
          checkReadResult(await readSheets([sheetOf(`${name}.csv`, [names, ...cells])]))
        }),
        { numRuns: 40 },
      )
    },
  )

  it('of the official list, or of an unknown sheet, is read or rejected', async () => {
    const table = fc.array(fc.array(cellArbitrary, { maxLength: 26 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, table, async (listed, unknown) => {
        checkReadResult(
          await readSheets([sheetOf('x.csv', [officialHeaders, ...listed]), sheetOf('y.csv', unknown)]),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('of a OneRoster set is read or rejected', async () => {
    const change = fc.record({ file: fc.nat(), row: fc.nat(), column: fc.nat(), text: cellArbitrary })
    const files = Object.entries(rosterSet)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const tables = files.map(([, text]) => text.split('\n').map((line) => line.trim().split(',')))
        for (const { file, row, column, text } of changes) {
          const table = tables[file % tables.length] ?? []
          const cells = table[row % table.length] ?? []
          cells[column % cells.length] = text
        }
        checkReadResult(
          await readSheets(files.map(([name], index) => sheetOf(`${name}.csv`, tables[index] ?? []))),
        )
      }),
      { numRuns: 150 },
    )
  })
})
