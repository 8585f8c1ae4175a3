import type { Batch, Placed, Scope, SheetName } from '../../sheetRecords.ts'

type Row = Partial<Scope> & { rut?: string | null; student_rut?: string; document?: string | null }

/** Whom a row is about, in the sheets that say more of a person than a roster does. */
const nameOf: Partial<Record<SheetName, (row: Row) => string>> = {
  alumnos: ({ rut }) => `${rut}`,
  apoderados: ({ document }) => `${document}`,
  vinculos: ({ student_rut, document }) => `${student_rut} ${document}`,
  electivos: ({ student_rut }) => `electives of ${student_rut}`,
}

/** A missing value matches any value. */
const isSame = <T>(one: T | null | undefined, other: T | null | undefined) =>
  (one ?? other ?? null) === (other ?? one ?? null)

/** What the school's own sheets say of somebody goes before what a roster beside them says. */
export function createOwnSheets() {
  const said = new Map<string, Partial<Scope>[]>()
  return {
    hear({ sheet, rows }: Batch): void {
      const name = nameOf[sheet]
      if (!name) return
      for (const { record } of rows as Placed<Row>[]) {
        const known = said.get(name(record)) ?? []
        if (known.length === 0) said.set(name(record), known)
        known.push({ rbd: record.rbd, year: record.year })
      }
    },
    /** What a roster says of all others; of another school or year it may speak of the same person too. */
    without({ sheet, rows, headers }: Batch): Batch {
      const name = nameOf[sheet]
      const isSaid = (record: Row) =>
        said
          .get(name?.(record) ?? '')
          ?.some(({ rbd, year }) => isSame(rbd, record.rbd) && isSame(year, record.year))
      const others = (rows as Placed<Row>[]).filter(({ record }) => !isSaid(record))
      return { sheet, rows: others, headers } as Batch
    },
  }
}
