import * as z from 'zod/mini'
import { newsKinds } from '../news.ts'
import { Confirmation, Instant } from '../values/primitives.ts'
import { AUTHENTICATED, type Call, post } from './call.ts'

/**
 * Whether the text is a moment since 1970 that PostgreSQL accepts too. This excludes offsets beyond 14:59 hours, and
 * 31 February, which JavaScript reads as 3 March.
 */
function isPostgresInstant(text: string): boolean {
  if (!Instant.safeParse(text).success || !(Date.parse(text) >= 0)) return false
  const day = text.slice(0, 10)
  return new Date(day).toISOString().startsWith(day) && /(Z|[+-](0\d|1[0-4]):\d\d)$/.test(text)
}

/** Marks a student's changes up to `until` as read: those of one kind or, if `kind` is null, of all kinds. */
const MarkNewsReadRequest = z.strictObject({
  student_id: z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido')),
  kind: z.nullable(z.enum(newsKinds, { error: 'Tipo de novedad inválido' })),
  until: z
    .string({ error: 'Falta una fecha' })
    .check(z.refine((text) => isPostgresInstant(text), 'Fecha inválida')),
})

/** The web app loads this object with the bell that shows the news. */
export const newsApi = {
  markNewsRead: post(AUTHENTICATED, '/news/read', MarkNewsReadRequest, Confirmation),
} satisfies Record<string, Call>
