import * as z from 'zod/mini'

/** A row's id in JSON: a positive integer. */
export const Id = z.int().check(z.gte(1))

/** An id in a query string: ASCII digits, 1 to 2^53-1, no sign, no leading zero (R4). */
export const QueryId = z.codec(
  z.string({ error: 'Falta un identificador' }).check(z.regex(/^[1-9]\d{0,15}$/, 'Identificador inválido')),
  z.int({ error: 'Identificador inválido' }),
  { decode: Number, encode: String },
)

/** An id of 128 random bits in hexadecimal, as documents, photos and sessions have (R4). */
export const RandomId = z
  .string({ error: 'Falta un identificador' })
  .check(z.regex(/^[0-9a-f]{32}$/, 'Identificador inválido'))

/** A calendar day as text, `YYYY-MM-DD`. It is never a Date, because a Date would shift the day by the time zone. */
export const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** A moment in ISO 8601 with an offset. PostgreSQL refuses fractions that are much longer. */
export const Instant = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/))

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function isQueryDay(text: string): boolean {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)?.map(Number) ?? []
  if (!day || !month || !year || month > 12) return false
  return year >= 2000 && year <= 2100 && day <= daysInMonth(year, month)
}

/** A day in a query string, `dd/mm/yyyy`, in code `YYYY-MM-DD`: a day that exists, from 2000 to 2100 (R24). */
export const QueryDay = z.codec(
  z.string({ error: 'Falta una fecha' }).check(z.refine(isQueryDay, 'Fecha inválida')),
  Day,
  {
    decode: (text) => text.split('/').reverse().join('-'),
    encode: (day) => day.split('-').reverse().join('/'),
  },
)

/** Accepts any string: an app on a phone, which can be weeks older than its server, must show new values unchanged. */
export const openEnum = <const V extends readonly string[]>(values: V) =>
  z.union([z.enum(values), z.string()])

/** The response of a call that only confirms an action, and of any rejected call, with `success` false. */
export const Confirmation = z.object({ success: z.boolean(), message: z.string() })
export type Confirmation = z.infer<typeof Confirmation>

/** The request of a call without parameters; the server rejects any field. */
export const NoRequest = z.strictObject({})

export const StudentQuery = z.strictObject({ student_id: QueryId })
