import type { Batch, PlacedRecord, Scope, SheetName } from '../../sheetRecords.ts'

type PersonRecord = Partial<Scope> & { rut?: string | null; student_rut?: string; document?: string | null }

/** The sheets that can tell more about a person than a OneRoster set, with a key for the person or link of a record. */
const personKeyOfSheet: Partial<Record<SheetName, (row: PersonRecord) => string>> = {
  alumnos: ({ rut }) => `${rut}`,
  apoderados: ({ document }) => `${document}`,
  vinculos: ({ student_rut, document }) => `${student_rut} ${document}`,
  electivos: ({ student_rut }) => `electives of ${student_rut}`,
}

/** Compares schools or years; a missing value matches any value. */
const isSameOrMissing = <T>(one: T | null | undefined, other: T | null | undefined) =>
  (one ?? other ?? null) === (other ?? one ?? null)

/** Remembers the people in the school's own sheets, whose rows have priority over rows of a roster about them. */
export function createOwnPeople() {
  const knownScopes = new Map<string, Partial<Scope>[]>()
  return {
    add({ sheet, rows }: Batch): void {
      const name = personKeyOfSheet[sheet]
      if (!name) return
      for (const { record } of rows as PlacedRecord<PersonRecord>[]) {
        const known = knownScopes.get(name(record)) ?? []
        if (known.length === 0) knownScopes.set(name(record), known)
        known.push({ rbd: record.rbd, year: record.year })
      }
    },
    /** Removes the rows of a roster about people in the school's own sheets, if the school and year are the same. */
    removeKnown({ sheet, rows, headers }: Batch): Batch {
      const name = personKeyOfSheet[sheet]
      const isKnown = (record: PersonRecord) =>
        knownScopes
          .get(name?.(record) ?? '')
          ?.some(({ rbd, year }) => isSameOrMissing(rbd, record.rbd) && isSameOrMissing(year, record.year))
      const others = (rows as PlacedRecord<PersonRecord>[]).filter(({ record }) => !isKnown(record))
      return { sheet, rows: others, headers } as Batch
    },
  }
}
