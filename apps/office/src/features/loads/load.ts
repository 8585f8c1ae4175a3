import type { completableSheets } from '@apoderados/contract/office/loads'
import type { OfficeRequestOf, OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { countText, whenText } from '../../shared/text.ts'

export const LOAD_STEPS = ['Archivos', 'Problemas', 'Revisión', 'Resultado']

export type Load = OfficeResponseOf<'getLoad'>
export type Review = NonNullable<Load['review']>
export type LoadAnswers = Omit<OfficeRequestOf<'answerLoad'>, 'school_id' | 'load_id'>
export type CompletableSheet = (typeof completableSheets)[number]
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
const newsNames: Record<string, string> = {
  grade: 'Notas',
  observation: 'Observaciones',
  arrear: 'Atrasos',
  absence: 'Inasistencias',
  event: 'Agenda',
  document: 'Documentos',
  timetable: 'Horario',
  account: 'Cuentas',
}

const newsName = (kind: string) => newsNames[kind] ?? kind
export const familiesText = (families: number) => countText(families, 'familia', 'familias')

type ExpectedNews = Review['told']['news'][number]

const timingText = ({ timing, hours, at_time }: ExpectedNews) =>
  timing === 'at_time'
    ? `a las ${at_time?.slice(0, 5)}`
    : timing === 'after_hours'
      ? `${countText(hours ?? 0, 'hora', 'horas')} después`
      : 'de inmediato'

/** Returns 'Notas, de inmediato. Observaciones, a las 18:00.' */
export const expectedNewsText = (news: ExpectedNews[]) =>
  news.map((each) => `${newsName(each.kind)}, ${timingText(each)}.`).join(' ')

/** Returns 'Notas: 214 familias, hoy, 18:00. ' for each kind of news of a saved load. */
export const newsText = (news: Load['news']) =>
  news
    .map(
      ({ kind, families, published_at }) =>
        `${newsName(kind)}: ${familiesText(families)}, ${whenText(published_at)}.`,
    )
    .join(' ')
