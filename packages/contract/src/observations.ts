import * as z from 'zod/mini'
import { Day, Id } from './primitives.ts'

export const ObservationType = z.enum(['positive', 'negative', 'neutral'])
export type ObservationType = z.infer<typeof ObservationType>

export const ObservationPlace = z.enum(['inspectorate', 'address', 'utp', 'schoollife'])
export type ObservationPlace = z.infer<typeof ObservationPlace>

export const Observation = z.object({
  id: Id,
  date: Day,
  observation: z.string(),
  observation_event: z.object({ description: z.string(), event_type: ObservationType }),
  employee: z.nullable(
    z.object({ name: z.string(), last_name: z.string(), second_last_name: z.nullable(z.string()) }),
  ),
  subject: z.nullable(z.string()),
  course: z.object({ description: z.string(), letter: z.string() }),
  in_class: z.boolean(),
  where_is: z.nullable(ObservationPlace),
})
export type Observation = z.infer<typeof Observation>

/** Each list newest first. */
export const ObservationsResponse = z.object({
  observations: z.object({
    positive: z.array(Observation),
    negative: z.array(Observation),
    neutral: z.array(Observation),
  }),
})
