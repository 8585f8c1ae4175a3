import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFolder, readSources } from './testing/sourcesOf.ts'
import { bookParts, rowsXml, xlsxOf } from './testing/xlsxOf.ts'
import { zipOf } from './testing/zipOf.ts'

const fixturesFolder = join(import.meta.dirname, '../../fixtures')

/** Returns a function that writes its argument to a file of that name, and reads the file. */
async function createFileReader(name: string) {
  const path = join(await createFolder(), name)
  return async (content: string | Buffer) => {
    await writeFile(path, content)
    return readSources(path)
  }
}
type ReadResult = Awaited<ReturnType<typeof readSources>>

/**
 * Checks that the rows are in ascending order of their lines and contain only strings, and that each message begins in
 * lower case, or with «, and is short.
 */
function expectSoundResult({ sheets, problems, warnings }: ReadResult): void {
  for (const { rows } of sheets)
    for (const [index, { line, cells }] of rows.entries()) {
      expect(line).toBeGreaterThan(rows[index - 1]?.line ?? 0)
      expect(cells.every((cell) => typeof cell === 'string')).toBe(true)
    }
  for (const { message } of [...problems, ...warnings]) {
    expect(message).toMatch(/^[a-z«]/)
    expect(message.length).toBeLessThan(300)
  }
}

const mutationArbitrary = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('flip', 'cut', 'insert', 'remove', 'repeat'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
})
type Mutation = typeof mutationArbitrary extends fc.Arbitrary<infer Value> ? Value : never

function applyMutations(content: Buffer, mutations: Mutation[]): Buffer {
  return mutations.reduce((changed, { at, kind, bytes }) => {
    const location = Math.floor(at * changed.length)
    const [before, after] = [changed.subarray(0, location), changed.subarray(location)]
    if (kind === 'cut') return before
    if (kind === 'insert') return Buffer.concat([before, bytes, after])
    if (kind === 'remove') return Buffer.concat([before, after.subarray(bytes.length)])
    if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, bytes.length * 20), after])
    return Buffer.concat([
      before,
      after.subarray(0, 1).map((byte) => byte ^ (bytes[0] ?? 1)),
      after.subarray(1),
    ])
  }, content)
}

describe('any content of a file is read or becomes a problem', () => {
  const beginnings = [
    '',
    'PK\x03\x04',
    '<table><tr><td>',
    '\xff\xfe',
    '\xfe\xff',
    '\xef\xbb\xbf',
    'a;b\n',
    '<?xml ',
    '"',
  ]

  test('random bytes', async () => {
    const read = await createFileReader('a.xls')
    const bytes = fc.tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 600 }))
    await fc.assert(
      fc.asyncProperty(bytes, async ([beginning, rest]) =>
        expectSoundResult(await read(Buffer.concat([Buffer.from(beginning, 'latin1'), rest]))),
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    ['colegio.xlsx', 60],
    ['SIGE Colegio Los Aromos de La Florida.xls', 60],
    ['alumnos-windows.csv', 60],
  ])('%s with random changes', async (name, numRuns) => {
    const read = await createFileReader(name)
    const content = await readFile(join(fixturesFolder, name))
    await fc.assert(
      fc.asyncProperty(fc.array(mutationArbitrary, { minLength: 1, maxLength: 4 }), async (mutations) =>
        expectSoundResult(await read(applyMutations(content, mutations))),
      ),
      { numRuns },
    )
  })

  test('a zip with random changes', async () => {
    const read = await createFileReader('a.zip')
    const content = zipOf({ 'a.csv': 'a;b\n1;ñ\n', 'sub/b.xls': '<table><tr><td>a', 'fotos/1.jpg': 'x' })
    await fc.assert(
      fc.asyncProperty(fc.array(mutationArbitrary, { minLength: 1, maxLength: 3 }), async (mutations) =>
        expectSoundResult(await read(applyMutations(content, mutations))),
      ),
      { numRuns: 150 },
    )
  })

  // The checksums of the changed parts are correct, so that the changes reach the XML parser.
  test('a workbook whose parts have random changes', async () => {
    const read = await createFileReader('a.xlsx')
    const texts = ['<t>uno</t>', '<r><t>dos</t></r>']
    const cells =
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c s="1"><v>46085</v></c><c t="e"><v>#N/A</v></c></row>'
    const parts = bookParts({
      sheets: { A: rowsXml([['a', 'b']]) + cells, B: rowsXml([['c']]) },
      texts,
      formats: [14],
    })
    const change = fc.tuple(
      fc.constantFrom(...Object.keys(parts)),
      fc.array(mutationArbitrary, { minLength: 1, maxLength: 4 }),
    )
    await fc.assert(
      fc.asyncProperty(change, async ([name, mutations]) => {
        const changed = applyMutations(Buffer.from(parts[name] ?? ''), mutations)
        expectSoundResult(await read(zipOf({ ...parts, [name]: changed })))
      }),
      { numRuns: 150 },
    )
  })
})

describe('a table is read as it was written', () => {
  const signs = [...'aábcdeéfghiíñopúüÁÑ0123456789.-+@<>&/', "'"]
  const tableOf = (units: string[]) => {
    const cell = fc.string({ unit: fc.constantFrom(...units), maxLength: 12 })
    const row = (columns: number) => fc.array(cell, { minLength: columns, maxLength: columns })
    return fc
      .integer({ min: 2, max: 6 })
      .chain((columns) => fc.array(row(columns), { minLength: 1, maxLength: 8 }))
      .map((rows) => rows.filter((cells) => cells.some((text) => text.trim() !== '')))
      .filter((rows) => rows.length > 0)
  }

  const quoted = (text: string) => (/[;,\t|"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const encodings: Record<string, (text: string) => Buffer> = {
    'UTF-8': (text) => Buffer.from(text),
    'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`),
    'UTF-16 LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16 BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    'Latin-1': (text) => Buffer.from(text, 'latin1'),
  }

  test.each(Object.keys(encodings))('as CSV in %s', async (encoding) => {
    const read = await createFileReader('a.csv')
    const table = tableOf([...signs, ...';,\t|"\n ', ...(encoding === 'Latin-1' ? '' : '€“→😀')])
    const form = fc.tuple(table, fc.constantFrom(';', ',', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'))
    await fc.assert(
      fc.asyncProperty(form, async ([rows, separator, end]) => {
        const text = rows.map((cells) => cells.map(quoted).join(separator)).join(end)
        const { sheets, problems } = await read(encodings[encoding]?.(text) ?? '')
        expect(problems).toEqual([])
        expect(sheets[0]?.cells).toEqual(rows)
      }),
      { numRuns: 80 },
    )
  })

  const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1)
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  test('as XLSX', async () => {
    const read = await createFileReader('a.xlsx')
    await fc.assert(
      fc.asyncProperty(tableOf([...signs, ...' ;"\n€😀']), async (rows) => {
        const { sheets } = await read(xlsxOf({ sheets: { H: rowsXml(rows) } }))
        expect(sheets[0]?.cells).toEqual(rows.map(withoutEnd))
      }),
      { numRuns: 60 },
    )
  })

  test('as HTML', async () => {
    const read = await createFileReader('a.xls')
    await fc.assert(
      fc.asyncProperty(tableOf([...signs, ...';"€😀']), async (rows) => {
        const body = rows.map(
          (cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`,
        )
        const { sheets } = await read(`<html><table>${body.join('')}</table></html>`)
        expect(sheets[0]?.cells).toEqual(rows)
      }),
      { numRuns: 80 },
    )
  })
})
