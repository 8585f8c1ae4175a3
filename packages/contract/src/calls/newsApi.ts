import * as z from 'zod/mini'
import { newsKinds } from '../news.ts'
import { Confirmation, Instant } from '../values/primitives.ts'
import { AUTHENTICATED, type Call, post } from './call.ts'

/** True for an `Instant` that JavaScript can parse as a date. */
const isInstant = (text: string) => Instant.safeParse(text).success && !Number.isNaN(Date.parse(text))

/** Marks a student's changes up to `until` as read: those of one kind or, if `kind` is null, of all kinds. */
const MarkNewsReadRequest = z.strictObject({
  student_id: z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido')),
  kind: z.nullable(z.enum(newsKinds, { error: 'Tipo de novedad inválido' })),
  until: z.string({ error: 'Falta una fecha' }).check(z.refine((text) => isInstant(text), 'Fecha inválida')),
})

/** The web app loads this object with the bell that shows the news. */
export const newsApi = {
  markNewsRead: post(AUTHENTICATED, '/news/read', MarkNewsReadRequest, Confirmation),
} satisfies Record<string, Call>
