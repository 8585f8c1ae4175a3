import type { Batch, Placed, Scope, SheetName } from '../../sheetRecords.ts'

type Row = Partial<Scope> & { rut?: string | null; student_rut?: string; document?: string | null }

/**
 * Functions that return a key for the person or link that a row is about. They exist for those sheets that can contain
 * more data than a OneRoster roster.
 */
const personKeys: Partial<Record<SheetName, (row: Row) => string>> = {
  alumnos: ({ rut }) => `${rut}`,
  apoderados: ({ document }) => `${document}`,
  vinculos: ({ student_rut, document }) => `${student_rut} ${document}`,
  electivos: ({ student_rut }) => `electives of ${student_rut}`,
}

/** Compares schools or years; a missing value matches any value. */
const isSame = <T>(one: T | null | undefined, other: T | null | undefined) =>
  (one ?? other ?? null) === (other ?? one ?? null)

/** If the school's own sheets and a roster contain the same person, the rows of the own sheets have priority. */
export function createOwnSheets() {
  const knownScopes = new Map<string, Partial<Scope>[]>()
  return {
    add({ sheet, rows }: Batch): void {
      const name = personKeys[sheet]
      if (!name) return
      for (const { record } of rows as Placed<Row>[]) {
        const known = knownScopes.get(name(record)) ?? []
        if (known.length === 0) knownScopes.set(name(record), known)
        known.push({ rbd: record.rbd, year: record.year })
      }
    },
    /** Removes the rows of a roster about people in the school's own sheets, if the school and year are the same. */
    removeKnown({ sheet, rows, headers }: Batch): Batch {
      const name = personKeys[sheet]
      const isKnown = (record: Row) =>
        knownScopes
          .get(name?.(record) ?? '')
          ?.some(({ rbd, year }) => isSame(rbd, record.rbd) && isSame(year, record.year))
      const others = (rows as Placed<Row>[]).filter(({ record }) => !isKnown(record))
      return { sheet, rows: others, headers } as Batch
    },
  }
}
