import type { SheetName, WrittenHeaders } from '../../sheetRecords.ts'

const columns: Partial<Record<SheetName, Record<string, string>>> = {
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
    ...{ codigo: 'sourcedId', curso: 'classSourcedId', asignatura: 'classSourcedId' },
    ...{ periodo: 'gradingPeriodSourcedId', nombre: 'title', fecha: 'dueDate' },
  },
  notas: {
    ...{ evaluacion: 'lineItemSourcedId', run_alumno: 'studentSourcedId' },
    ...{ nota: 'score', concepto: 'textScore' },
  },
}

/**
 * Maps each column of the school's own sheets to the roster column with the same content, which is the one that the
 * messages about a roster name.
 */
export const rosterColumns: ReadonlyMap<SheetName, WrittenHeaders> = new Map(
  Object.entries(columns).map(([sheet, names]) => [sheet as SheetName, new Map(Object.entries(names))]),
)
