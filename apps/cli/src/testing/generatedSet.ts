import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SheetName, sheetNames } from '@apoderados/importer/sheetRecords'
import { type SetCounts, type SetOptions, writeSet } from '@apoderados/school-data/sheets/set'
import { parse } from 'csv-parse/sync'

/** A row's cells by column name. */
export type Line = Record<string, string>
export type GeneratedSet = { folder: string; written: SetCounts; sheets: Record<SheetName, Line[]> }

export const setOptions: Omit<SetOptions, 'folder'> = {
  students: 240,
  schools: 3,
  year: 2026,
  until: '2026-05-29',
  seed: 7,
  isChanged: false,
  photos: 5,
  documents: 4,
}

/** Generates three small schools into a temporary folder and parses the sheets; a row of wrong length throws. */
export async function generateSet(changes: Partial<SetOptions> = {}): Promise<GeneratedSet> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-generate-'))
  const written = await writeSet({ ...setOptions, ...changes, folder })
  const entries = await Promise.all(
    sheetNames.map(async (name) => {
      const text = await readFile(join(folder, `${name}.csv`), 'utf8')
      const lines: Line[] = parse(text, { bom: true, delimiter: ';', columns: true })
      return [name, lines] as const
    }),
  )
  return { folder, written, sheets: Object.fromEntries(entries) as GeneratedSet['sheets'] }
}

export const valuesOf = (lines: Line[], ...columns: string[]): string[] =>
  lines.map((line) => columns.map((column) => line[column]).join(' | '))

export function unknownOf(named: string[], known: string[]): string[] {
  const all = new Set(known)
  return [...new Set(named)].filter((name) => !all.has(name))
}

/** Converts '29-05-2026 08:17' to '2026-05-29'. */
export const dayOf = (cell = ''): string => cell.slice(0, 10).split('-').reverse().join('-')
