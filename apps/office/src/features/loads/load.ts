import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'

export const LOAD_STEPS = ['Archivos', 'Problemas', 'Revisión', 'Resultado']

export type Load = OfficeResponseOf<'getLoad'>
export type LoadSummary = OfficeResponseOf<'listLoads'>['loads'][number]

/** What the history calls a load that is not saved. */
export const stateNames: Record<string, string> = {
  uploading: 'Sin revisar',
  checking: 'Revisando',
  problems: 'Con problemas',
  review: 'Por confirmar',
  applying: 'Guardando',
  failed: 'No se guardó',
  interrupted: 'Se interrumpió',
  undoing: 'Deshaciendo',
}

const MB = 1024 * 1024
const sizeFormat = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })
export const sizeText = (bytes: number) =>
  bytes < MB ? `${sizeFormat.format(Math.max(1, bytes / 1024))} kB` : `${sizeFormat.format(bytes / MB)} MB`

/** What the screens call the kinds of news. */
export const newsNames: Record<string, string> = {
  grade: 'Notas',
  observation: 'Observaciones',
  arrear: 'Atrasos',
  absence: 'Inasistencias',
  event: 'Agenda',
  document: 'Documentos',
  timetable: 'Horario',
  account: 'Cuentas',
}
