import * as z from 'zod/mini'

/** The app's own paths, without what stands behind them; any other one is 'other'. */
export const reportedPages = [
  '/login',
  '/auth/recuperar_contraseña',
  '/auth/cambiar_contraseña',
  '/app/inicio',
  '/app/agenda',
  '/app/horario',
  '/app/calificaciones',
  '/app/observaciones',
  '/app/asistencia',
  '/app/companeros',
  '/app/reportes',
  '/app/configuraciones',
  'other',
] as const

/** Names of the language and of browsers; any other one is 'other'. */
export const reportedErrors = [
  ...['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError', 'AggregateError'],
  ...['ApiError', 'NotFoundError', 'InvalidStateError', 'QuotaExceededError', 'SecurityError'],
  ...['NotSupportedError', 'DataCloneError', 'UnknownError', 'other'],
] as const

export const FRAMES_MAX = 8
/** No words of its own: the server then says that the request is not valid. */
const wrong = { error: '' }

/** A crash of the app: where in its own code, without a word that anybody wrote and without an id. */
export const ClientErrorReport = z.strictObject({
  version: z.string(wrong).check(z.regex(/^\d{1,3}\.\d{1,3}\.\d{1,5}$/, wrong)),
  page: z.enum(reportedPages, wrong),
  error: z.enum(reportedErrors, wrong),
  /** A file of the build with line and column: 'entry-hO2gqs6W.js:1:2034'. */
  stack: z
    .array(z.string(wrong).check(z.regex(/^[A-Za-z][\w.-]{0,60}\.js:\d{1,6}:\d{1,7}$/, wrong)), wrong)
    .check(z.minLength(1, wrong), z.maxLength(FRAMES_MAX, wrong)),
})
export type ClientErrorReport = z.infer<typeof ClientErrorReport>
