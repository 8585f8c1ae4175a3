import { Email } from '@apoderados/contract/values/email'
import { parseRun, splitRut } from '@apoderados/contract/values/rut'
import type { Queryable } from '@apoderados/core/db/client/open'
import { parents, students } from '@apoderados/core/db/tables/people'
import { establishments } from '@apoderados/core/db/tables/schools'
import { Refusal } from '@apoderados/importer/explain'
import { and, eq, type SQL } from 'drizzle-orm'

/** Parses an e-mail in the form that the database stores. @throws {Refusal} */
export function readEmail(text: string): string {
  const { success, data } = Email.safeParse(text)
  if (!success) throw new Refusal('Ese correo no está bien escrito.')
  return data
}

/**
 * Returns the key whose Spanish name the operator typed, in small letters or capitals.
 * @throws {Refusal} for another name; the message is `lead` and the list of names
 */
export function readName<Key extends string>(names: Record<Key, string>, typed: string, lead: string): Key {
  const key = (Object.keys(names) as Key[]).find((each) => names[each] === typed.toLowerCase())
  if (!key) throw new Refusal(`${lead}: ${Object.values(names).join(', ')}.`)
  return key
}

/** Parses a person's Chilean identity number: a RUN, which is also the RUT, or an IPE. @throws {Refusal} */
export function readRut(text: string): { rut: string; rut_dv: string } {
  const number = parseRun(text)
  if (!number)
    throw new Refusal('Ese RUN no es válido. Escríbalo con su dígito verificador, como 12.345.678-5.')
  return number
}

/** Parses an RBD, the ministry's number of a school, to the stored form '90002-8'. @throws {Refusal} */
export function readRbd(text: string): string {
  const parts = splitRut(text)
  if (!parts || parts.body.length > 5) {
    throw new Refusal('Ese RBD no es válido. Escríbalo con su dígito verificador, como 90002-8.')
  }
  return `${parts.body}-${parts.dv}`
}

export async function findSchool(db: Queryable, typed: string) {
  const [school] = await db
    .select({ id: establishments.id, digest: establishments.digest, time_zone: establishments.time_zone })
    .from(establishments)
    .where(eq(establishments.rbd, readRbd(typed)))
  if (!school) throw new Refusal('No hay un colegio con ese RBD.')
  return school
}

export const findSchoolId = async (db: Queryable, rbd: string | undefined) =>
  rbd === undefined ? undefined : (await findSchool(db, rbd)).id

/**
 * Returns the condition that finds an account by its e-mail, RUT or foreign document ('ipa:…' or 'passport:…'). `what`
 * is the Spanish name of the identifier, for messages.
 */
function accountCondition(text: string): { where: SQL; what: string } {
  if (text.includes('@')) return { where: eq(parents.email, readEmail(text)), what: 'correo' }
  if (/^(ipa|passport):/i.test(text)) {
    const [kind = '', number = ''] = text.split(/:(.*)/s)
    const document = `${kind.toLowerCase()}:${number.trim().toUpperCase()}`
    return { where: eq(parents.foreign_document, document), what: 'documento' }
  }
  return { where: eq(parents.rut, readRut(text).rut), what: 'RUT' }
}

/**
 * Finds an account. With `isLocked` its row is locked until the transaction ends, so that no sign-in or password change
 * of the account runs at the same time. @throws {Refusal}
 */
export async function findAccount(db: Queryable, typed: string, { isLocked = false } = {}) {
  const { where, what } = accountCondition(typed)
  const accounts = db.select().from(parents).where(where)
  const [account] = await (isLocked ? accounts.for('no key update') : accounts)
  if (!account) throw new Refusal(`No hay una cuenta con ese ${what}.`)
  return account
}

export const findAccountForUpdate = (transaction: Queryable, typed: string) =>
  findAccount(transaction, typed, { isLocked: true })

/** Finds a student; `rbd` is needed only if the RUN is registered in several schools. @throws {Refusal} */
export async function findStudent(db: Queryable, typed: string, rbd: string | undefined) {
  const { rut } = readRut(typed)
  const school = rbd === undefined ? undefined : await findSchool(db, rbd)
  const found = await db
    .select({ establishment_id: students.establishment_id, id: students.id, rut: students.rut })
    .from(students)
    .where(and(eq(students.rut, rut), school && eq(students.establishment_id, school.id)))
  const [student] = found
  if (!student) throw new Refusal('No hay un estudiante con ese RUN.')
  if (found.length > 1) throw new Refusal('Ese RUN está en más de un colegio: agregue --school <RBD>.')
  return student
}

/** Arguments and options that several commands share. */
export const ACCOUNT_ARGUMENT = {
  about: 'correo, RUT (12.345.678-5) o documento (ipa:…, passport:…) del apoderado',
}
export const RUN_ARGUMENT = { about: 'RUN o IPE del estudiante, con dígito verificador' }
export const SCHOOL_OPTION = { value: 'rbd', about: 'el colegio, si dos tienen a ese estudiante' }
