import * as z from 'zod/mini'
import { type ParentType, parentTypes } from '../profile.ts'
import { Day, Id, Instant, QueryId } from '../values/primitives.ts'
import { parseRun } from '../values/rut.ts'
import { officeMessages } from './officeMessages.ts'
import { RegisterLine } from './register.ts'
import { StaffEmail } from './staffSession.ts'

/** The Spanish word for each kinship (spec §3). */
export const kinshipNames: Record<ParentType, string> = {
  father: 'Padre',
  mother: 'Madre',
  grandpa: 'Abuelo/a',
  brother: 'Hermano/a',
  uncle: 'Tío/a',
  legal: 'Tutor Legal',
  other: 'Otro',
}

/** Describes a relationship as 'Madre' or 'Otro: Madrina'. */
export const kinshipText = (type: ParentType, other: string | null) =>
  type === 'other' && other ? `${kinshipNames.other}: ${other}` : kinshipNames[type]

/** How news reach somebody: by a device that shows notifications, else by mail after a first sign-in, else not. */
export const reaches = ['phone', 'mail', 'nobody'] as const
export type Reach = (typeof reaches)[number]

// What a caller's role may not read is null in every response of people.
const NullableReach = z.nullable(z.enum(reaches))
const NullableText = z.nullable(z.string())

export const CourseRequest = z.strictObject({ school_id: QueryId, course_id: QueryId })
export const StudentRequest = z.strictObject({ school_id: QueryId, student_id: QueryId })

/** The courses with enrolled students, from the youngest to the oldest. */
export const CoursesResponse = z.object({
  courses: z.array(
    z.object({
      id: Id,
      name: z.string(),
      students: z.int(),
      /** How many of them have a guardian who has signed in. */
      signed_in: z.nullable(z.int()),
    }),
  ),
  totals: z.nullable(
    z.object({ students: z.int(), guardians: z.int(), phone: z.int(), mail: z.int(), nobody: z.int() }),
  ),
})

const Kinship = { parent_type: z.enum(parentTypes), other_type: NullableText }

const CourseGuardian = z.object({
  id: Id,
  name: z.string(),
  phone: NullableText,
  ...Kinship,
  has_access: z.nullable(z.boolean()),
  /** Whether the guardian may get a one-time password: has access and an open account, and no own password. */
  is_invitable: z.nullable(z.boolean()),
  /** True if the guardian has a student in another school, and so gets a one-time password by mail only. */
  is_elsewhere: z.nullable(z.boolean()),
  /** Until when the guardian's one-time password is valid. */
  invited_until: z.nullable(Instant),
})
export type CourseGuardian = z.infer<typeof CourseGuardian>

const CourseStudent = z.object({
  id: Id,
  list_number: z.int(),
  name: z.string(),
  rut: NullableText,
  rut_dv: NullableText,
  guardians: z.array(CourseGuardian),
  /** When one of the guardians with access used the app last. */
  last_used_at: z.nullable(Instant),
  reach: NullableReach,
})
export type CourseStudent = z.infer<typeof CourseStudent>

/** The students of a course in the order of the class list. */
export const CourseResponse = z.object({ id: Id, name: z.string(), students: z.array(CourseStudent) })

export const SearchPeopleRequest = z.strictObject({
  school_id: QueryId,
  /** Words of a name, or a RUN. */
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
})
const SearchedStudent = z.object({ id: Id, name: z.string(), course: NullableText })
/** The first matches by surname. A guardian is listed with the students at the school. */
export const SearchPeopleResponse = z.object({
  students: z.array(z.object({ ...SearchedStudent.shape, rut: NullableText, rut_dv: NullableText })),
  guardians: z.array(z.object({ id: Id, name: z.string(), students: z.array(SearchedStudent) })),
})

const StudentGuardian = z.object({
  id: Id,
  name: z.string(),
  last_name: z.string(),
  ...Kinship,
  phone: NullableText,
  /** What the caller's role may read besides. */
  account: z.nullable(
    z.object({
      rut: NullableText,
      rut_dv: NullableText,
      foreign_document: NullableText,
      email: z.string(),
      permission: NullableText,
      financial_proxy: z.boolean(),
      is_legal_representative: z.boolean(),
      has_access: z.boolean(),
      /** Why, since when and by whom the access is closed; `at` and `by` are null if no act of the console closed it. */
      block: z.nullable(
        z.object({ reason: NullableText, at: z.nullable(Instant), by: z.nullable(z.string()) }),
      ),
      /** False if the account is closed. */
      is_active: z.boolean(),
      has_password: z.boolean(),
      invited_until: z.nullable(Instant),
      last_used_at: z.nullable(Instant),
      reach: z.enum(reaches),
      devices: z.int(),
      shares_phone: z.boolean(),
      shares_email: z.boolean(),
      /** True if the guardian has a student in another school: only who runs the server changes the account. */
      is_elsewhere: z.boolean(),
      other_students: z.array(SearchedStudent),
    }),
  ),
})
export type StudentGuardian = z.infer<typeof StudentGuardian>

export const StudentResponse = z.object({
  id: Id,
  name: z.string(),
  last_name: z.string(),
  second_last_name: NullableText,
  course: z.nullable(z.object({ id: Id, name: z.string(), list_number: z.int(), enrolled_on: Day })),
  guardians: z.array(StudentGuardian),
  /** What the caller's role may read besides. */
  record: z.nullable(
    z.object({
      rut: NullableText,
      rut_dv: NullableText,
      birthday: z.nullable(Day),
      gender: NullableText,
      shares_photo: z.boolean(),
    }),
  ),
  /** The name that the student uses, and whether the family may read it. */
  social_name: z.nullable(z.object({ name: NullableText, is_shown: z.boolean() })),
  /** The last acts about the student that the caller may read in the register. */
  movements: z.array(RegisterLine),
})
export type Student = z.infer<typeof StudentResponse>

const guardianIds = { school_id: QueryId, parent_id: QueryId }
const linkIds = { school_id: QueryId, student_id: QueryId, parent_id: QueryId }
export const GuardianRequest = z.strictObject(guardianIds)
export const LinkRequest = z.strictObject(linkIds)

const requiredText = (message: string) =>
  z.string({ error: message }).check(z.trim(), z.minLength(1, message), z.maxLength(120))
const Name = requiredText(officeMessages.nameRequired)
const LastName = requiredText(officeMessages.lastNameRequired)
const OptionalText = z.nullable(z.string().check(z.trim(), z.maxLength(120)))
const Run = z.string().check(
  z.maxLength(20),
  z.refine((text) => parseRun(text) !== undefined, officeMessages.runInvalid),
)

/** `before` is the value that the form showed: if somebody changed it since, the answer is 409. */
export const CorrectEmailRequest = z.strictObject({
  ...guardianIds,
  email: StaffEmail,
  before: z.string(),
})
/** A `run` of null keeps the number that there is. */
export const CorrectGuardianRequest = z.strictObject({
  ...guardianIds,
  name: Name,
  last_name: LastName,
  run: z.nullable(Run),
  before: z.strictObject({ name: z.string(), last_name: z.string(), rut: NullableText }),
})
export const CorrectStudentRequest = z.strictObject({
  school_id: QueryId,
  student_id: QueryId,
  name: Name,
  last_name: LastName,
  second_last_name: OptionalText,
  run: z.nullable(Run),
  before: z.strictObject({
    name: z.string(),
    last_name: z.string(),
    second_last_name: NullableText,
    rut: NullableText,
  }),
})
/** `typed_name` is the student's full name, written by who erases. */
export const EraseStudentRequest = z.strictObject({
  school_id: QueryId,
  student_id: QueryId,
  typed_name: z.string().check(z.trim(), z.maxLength(400)),
  /** Erases the student also while enrolled in this year or a later one. */
  still_enrolled: z.boolean(),
})
export const SetSocialNameRequest = z.strictObject({
  school_id: QueryId,
  student_id: QueryId,
  name: OptionalText,
  is_shown: z.boolean(),
})
export const SetSharingRequest = z.strictObject({
  ...guardianIds,
  shares_phone: z.boolean(),
  shares_email: z.boolean(),
})

/** Whether the guardian represents the student by law, and so asks for the student's data. */
export const SetRepresentativeRequest = z.strictObject({ ...linkIds, is_representative: z.boolean() })

export const REASON_LENGTH_MAX = 500
export const BlockAccessRequest = z.strictObject({
  ...linkIds,
  reason: z
    .string({ error: officeMessages.reasonRequired })
    .check(
      z.trim(),
      z.minLength(1, officeMessages.reasonRequired),
      z.maxLength(REASON_LENGTH_MAX, officeMessages.reasonTooLong),
    ),
  /** Closes the access to the guardian's other students at the school too. */
  all: z.boolean(),
})

/** A guardian is found by RUN or foreign document ('ipa:…', 'passport:…'); who is not found gets an account. */
export const AddGuardianRequest = z.strictObject({
  school_id: QueryId,
  student_id: QueryId,
  document: z.string().check(
    z.maxLength(40),
    z.refine(
      (text) => /^(ipa|passport):[\dA-Za-z-]{3,}$/.test(text) || parseRun(text) !== undefined,
      officeMessages.runInvalid,
    ),
  ),
  ...Kinship,
  financial_proxy: z.boolean(),
  /** For a new account; the e-mail also for one that only another school has. */
  person: z.nullable(
    z.strictObject({ name: Name, last_name: LastName, email: StaffEmail, phone: OptionalText }),
  ),
})

/** So many letters are printed by one call. */
export const LETTERS_MAX = 200
export const InviteGuardiansRequest = z.strictObject({
  school_id: QueryId,
  parent_ids: z.array(Id).check(z.minLength(1), z.maxLength(LETTERS_MAX)),
  /** A one-time password that is still valid stays the same. Its letter is printed again, its mail is not sent again. */
  keeps_valid: z.boolean(),
})
export const WithdrawInvitationsRequest = z.strictObject({
  school_id: QueryId,
  parent_ids: z.array(Id).check(z.minLength(1), z.maxLength(LETTERS_MAX)),
})
