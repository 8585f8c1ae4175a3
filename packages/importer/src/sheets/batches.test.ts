import { expect, test } from 'vitest'
import { createSheet } from './batches.ts'

async function* generateRows(count: number) {
  for (let line = 1; line <= count; line += 1) yield [{ line, cells: ['1'] }]
}

test('limits the rows of all sheets of an import together, and counts a second reading once', async () => {
  const budget = { rows: 10 }
  async function read(file: string, count: number, times = 1) {
    const sheet = createSheet({ file, name: file, bytes: 1 }, budget, () => generateRows(count))
    let rows = 0
    for (let time = 0; time < times; time += 1) for await (const batch of sheet.rows()) rows += batch.length
    return rows
  }
  expect(await read('a.csv', 6, 3)).toBe(18)
  expect(await read('b.csv', 4)).toBe(4)
  await expect(read('c.csv', 1)).rejects.toThrow('filas: impórtelos por partes')
})
