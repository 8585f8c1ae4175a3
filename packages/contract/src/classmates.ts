import * as z from 'zod/mini'
import { parentTypes } from './profile.ts'
import { Id, openEnum } from './values/primitives.ts'

export const ClassmateParent = z.object({
  id: Id,
  name: z.string(),
  last_name: z.string(),
  parent_type: openEnum(parentTypes),
  /** `phone` and `email` are each null unless that parent shares it (R2). */
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
})

export const Classmate = z.object({
  enrollment_id: Id,
  list_number: z.int(),
  profile_image: z.nullable(z.string()),
  /** `name` is the social name if the student has one that this family may read. */
  student: z.object({
    name: z.string(),
    last_name: z.string(),
    second_last_name: z.nullable(z.string()),
  }),
  parents: z.array(ClassmateParent),
})
export type Classmate = z.infer<typeof Classmate>
export const ClassmatesResponse = z.object({ classmates: z.array(Classmate) })
