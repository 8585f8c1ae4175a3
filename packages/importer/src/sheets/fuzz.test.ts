import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFolder, readSources } from './testing/sourcesOf.ts'

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
})
