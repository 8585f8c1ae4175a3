import * as z from 'zod/mini'

/** The path of `reportClientError`, with which the web app reports a crash without loading the object of all calls. */
export const CLIENT_ERRORS_PATH = '/client_errors'

/** The app's own paths, without query strings. The app reports any other path as 'other'. */
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

/** Names of errors of the language, of browsers and of the app. The app reports any other name as 'other'. */
export const reportedErrors = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'AggregateError',
  'ApiError',
  'NotFoundError',
  'InvalidStateError',
  'QuotaExceededError',
  'SecurityError',
  'NotSupportedError',
  'DataCloneError',
  'UnknownError',
  'other',
] as const

export const FRAMES_MAX = 8
/** Gives a field an empty message: the server then answers with its general text for an invalid request. */
const noMessage = { error: '' }

/** A crash of the app. The report contains positions in the app's own code, but no user text and no ids. */
export const ClientErrorReport = z.strictObject({
  version: z.string(noMessage).check(z.regex(/^\d{1,3}\.\d{1,3}\.\d{1,5}$/, noMessage)),
  page: z.enum(reportedPages, noMessage),
  error: z.enum(reportedErrors, noMessage),
  /** Each entry is a file of the build with line and column: 'entry-hO2gqs6W.js:1:2034'. */
  stack: z
    .array(
      z.string(noMessage).check(z.regex(/^[A-Za-z][\w.-]{0,60}\.js:\d{1,6}:\d{1,7}$/, noMessage)),
      noMessage,
    )
    .check(z.minLength(1, noMessage), z.maxLength(FRAMES_MAX, noMessage)),
})
export type ClientErrorReport = z.infer<typeof ClientErrorReport>
