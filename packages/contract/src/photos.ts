import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { RandomId } from './values/primitives.ts'

/** A photo's link, signed for one session. `school` is 0 for a picture of no school; `expires` is in epoch s (R27). */
export const PhotoRequest = z.strictObject({
  id: RandomId,
  school: z.string({ error: messages.notFound }).check(z.regex(/^\d{1,16}$/, messages.notFound)),
  session: RandomId,
  expires: z.string({ error: messages.notFound }).check(z.regex(/^\d{10}$/, messages.notFound)),
  signature: z.string({ error: messages.notFound }).check(z.regex(/^[\w-]{43}$/, messages.notFound)),
})
