import * as z from 'zod/mini'
import { Day, Id, openEnum } from './values/primitives.ts'

export const observationTypes = ['positive', 'negative', 'neutral'] as const
export type ObservationType = (typeof observationTypes)[number]

export const observationPlaces = ['inspectorate', 'address', 'utp', 'schoollife'] as const
export type ObservationPlace = (typeof observationPlaces)[number]

export const Observation = z.object({
  id: Id,
  date: Day,
  observation: z.string(),
  observation_event: z.object({ description: z.string(), event_type: openEnum(observationTypes) }),
  employee: z.nullable(
    z.object({ name: z.string(), last_name: z.string(), second_last_name: z.nullable(z.string()) }),
  ),
  subject: z.nullable(z.string()),
  course: z.object({ description: z.string(), letter: z.string() }),
  in_class: z.boolean(),
  where_is: z.nullable(openEnum(observationPlaces)),
})
export type Observation = z.infer<typeof Observation>

/** Each of the three lists is sorted, the newest observation first. */
export const ObservationsResponse = z.object({
  observations: z.object({
    positive: z.array(Observation),
    negative: z.array(Observation),
    neutral: z.array(Observation),
  }),
})
