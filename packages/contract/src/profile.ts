import * as z from 'zod/mini'
import { Day, Id, Instant, openEnum } from './values/primitives.ts'

const text = z.string()
const optionalText = z.nullable(z.string())

export const parentTypes = ['father', 'mother', 'grandpa', 'brother', 'uncle', 'legal', 'other'] as const
export type ParentType = (typeof parentTypes)[number]

export const Enrollment = z.object({
  id: Id,
  course_name: text,
  letter: text,
  /** `course_name` and `letter` joined for display: '5° Básico A'. */
  course: text,
  year: z.int(),
  profile_image: optionalText,
  /** The same link as `profile_image`. */
  profile_image_url: optionalText,
})
export type Enrollment = z.infer<typeof Enrollment>

export const Establishment = z.object({
  id: Id,
  name: text,
  /** The school's official number with its check digit: '90002-8'. */
  rbd: text,
  address: optionalText,
  phone: optionalText,
  insign: optionalText,
  /** The IANA time zone of the school's clocks, such as 'America/Punta_Arenas'. The specification has no such field. */
  time_zone: z.optional(text),
})
export type Establishment = z.infer<typeof Establishment>

export const StudentParent = z.object({
  parent_type: openEnum(parentTypes),
  other_type: optionalText,
  financial_proxy: z.boolean(),
})
export type StudentParent = z.infer<typeof StudentParent>

export const Student = z.object({
  id: Id,
  name: text,
  last_name: text,
  second_last_name: optionalText,
  /** Empty if the student has no social name. */
  social_name: text,
  /** Digits only, without the check digit; null if the student has no RUT. */
  rut: optionalText,
  rut_dv: optionalText,
  birthday: z.nullable(Day),
  gender: optionalText,
  enrollment: z.nullable(Enrollment),
  establishment: z.nullable(Establishment),
  student_parent: z.nullable(StudentParent),
})
export type Student = z.infer<typeof Student>

export const ParentInfo = z.object({
  id: Id,
  name: text,
  last_name: text,
  rut: optionalText,
  rut_dv: optionalText,
})

export const Profile = z.object({
  id: Id,
  name: text,
  last_name: text,
  email: text,
  phone: optionalText,
  rut: optionalText,
  rut_dv: optionalText,
  profile_image: optionalText,
  /** A label for the menu; it grants no rights. */
  permission: optionalText,
  password_changed: z.boolean(),
  password_changed_at: z.nullable(Instant),
  last_login_at: z.nullable(Instant),
  account_confirmed: z.boolean(),
  account_confirmed_at: z.nullable(Instant),
  parent_info: z.nullable(ParentInfo),
  students: z.array(Student),
})
export type Profile = z.infer<typeof Profile>
