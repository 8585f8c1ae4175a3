import type {
  Batch,
  Field,
  PlacedRecord,
  Records,
  RowLocation,
  SheetName,
  WrittenHeaders,
} from '../../sheetRecords.ts'

const rosterColumnNames: Partial<Record<SheetName, Record<string, string>>> = {
  establecimientos: { rbd: 'identifier', nombre: 'name' },
  periodos: { codigo: 'sourcedId', nombre: 'title', inicio: 'startDate', termino: 'endDate' },
  cursos: { codigo: 'sourcedId', nombre: 'title', letra: 'title', rbd: 'schoolSourcedId' },
  funcionarios: { run: 'identifier', rbd: 'orgSourcedIds' },
  asignaturas: { codigo: 'sourcedId', nombre: 'title', escala: 'sourcedId', electiva: 'sourcedId' },
  alumnos: { run: 'identifier' },
  apoderados: { numero: 'identifier', email: 'email' },
  vinculos: { run_alumno: 'agentSourcedIds', doc_apoderado: 'agentSourcedIds', acceso: 'enabledUser' },
  electivos: { electivo: 'sourcedId', run_alumno: 'identifier' },
  evaluaciones: {
    codigo: 'sourcedId',
    curso: 'classSourcedId',
    asignatura: 'classSourcedId',
    periodo: 'gradingPeriodSourcedId',
    nombre: 'title',
    fecha: 'dueDate',
  },
  notas: {
    evaluacion: 'lineItemSourcedId',
    run_alumno: 'studentSourcedId',
    nota: 'score',
    concepto: 'textScore',
  },
}

/** For each sheet, the OneRoster column that a message names in place of a column of the template. */
const writtenHeadersOfSheet: ReadonlyMap<SheetName, WrittenHeaders> = new Map(
  Object.entries(rosterColumnNames).map(([sheet, names]) => [
    sheet as SheetName,
    new Map(Object.entries(names)),
  ]),
)

const ROWS_PER_BATCH = 500

/** Collects records of several sheets into batches. */
export type RosterOutput = {
  /** Adds a record. `omitted` lists the fields that the roster does not state, whose stored values the import keeps. */
  add<Name extends SheetName>(
    sheet: Name,
    location: RowLocation,
    record: Records[Name],
    omitted?: readonly Field[],
  ): void
  /** Returns the batches that are full, and removes them from the output. */
  full(): Batch[]
  /** Returns all batches, and removes them from the output. */
  rest(): Batch[]
}

export function createRosterOutput(): RosterOutput {
  const collected = new Map<SheetName, PlacedRecord<Records[SheetName]>[]>()
  const takeBatches = (least: number): Batch[] => {
    const ready = [...collected].filter(([, rows]) => rows.length >= least)
    return ready.map(([sheet, rows]) => {
      collected.delete(sheet)
      return { sheet, rows, headers: writtenHeadersOfSheet.get(sheet) } as Batch
    })
  }
  return {
    add(sheet, location, record, omitted = []) {
      const rows = collected.get(sheet) ?? []
      if (rows.length === 0) collected.set(sheet, rows)
      rows.push({ location, record, omitted })
    },
    full: () => takeBatches(ROWS_PER_BATCH),
    rest: () => takeBatches(1),
  }
}
