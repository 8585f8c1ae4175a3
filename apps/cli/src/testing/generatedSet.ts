import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SheetName, sheetNames } from '@apoderados/importer/sheetRecords'
import { type SetCounts, type SetOptions, writeSet } from '@apoderados/school-data/sheets/set'
import { parse } from 'csv-parse/sync'

/** A row's cells by column name. */
export type SheetLine = Record<string, string>
export type GeneratedSet = { folder: string; written: SetCounts; sheets: Record<SheetName, SheetLine[]> }

/** The options of `generateSet`, unless a test changes them. */
export const defaultSetOptions: Omit<SetOptions, 'folder'> = {
  students: 240,
  schools: 3,
  year: 2026,
  until: '2026-05-29',
  seed: 7,
  isChanged: false,
  photos: 5,
  documents: 4,
}

/** Generates a set, by default of three small schools, into a new folder and parses its sheets. */
export async function generateSet(changes: Partial<SetOptions> = {}): Promise<GeneratedSet> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-generate-'))
  const written = await writeSet({ ...defaultSetOptions, ...changes, folder })
  const entries = await Promise.all(
    sheetNames.map(async (name) => {
      const text = await readFile(join(folder, `${name}.csv`), 'utf8')
      const lines: SheetLine[] = parse(text, { bom: true, delimiter: ';', columns: true })
      return [name, lines] as const
    }),
  )
  return { folder, written, sheets: Object.fromEntries(entries) as GeneratedSet['sheets'] }
}

/** Returns for each line the cells of these columns, joined by ' | '. */
export const valuesOf = (lines: SheetLine[], ...columns: string[]): string[] =>
  lines.map((line) => columns.map((column) => line[column]).join(' | '))

/** Returns the distinct values of `named` that `known` does not contain. */
export function findUnknown(named: string[], known: string[]): string[] {
  const all = new Set(known)
  return [...new Set(named)].filter((name) => !all.has(name))
}

/** Converts '29-05-2026 08:17' to '2026-05-29'. */
export const isoDayOf = (cell = ''): string => cell.slice(0, 10).split('-').reverse().join('-')
