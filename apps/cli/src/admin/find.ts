import { Email } from '@apoderados/contract/session'
import { checkDigit } from '@apoderados/contract/values/rut'
import type { Queryable } from '@apoderados/database/client/open'
import { establishments, parents, students } from '@apoderados/database/schema/schema'
import { Refusal } from '@apoderados/importer/explain'
import { and, eq, type SQL } from 'drizzle-orm'

/** As the database keeps it. @throws {Refusal} */
export function readEmail(text: string): string {
  const { success, data } = Email.safeParse(text)
  if (!success) throw new Refusal('Ese correo no está bien escrito.')
  return data
}

/** Body and digit of '12.345.678-5', '12345678-5' or '123456785'; undefined when the digit does not belong to it. */
function split(text: string): { body: string; dv: string } | undefined {
  const [, body = '', dv = ''] =
    /^0*([1-9]\d{0,8})([\dK])$/.exec(text.replace(/[.\s-]/g, '').toUpperCase()) ?? []
  return body && checkDigit(body) === dv ? { body, dv } : undefined
}

const RUN_MAX = 47_000_000
/** From here on it is an IPE. */
const IPE_MIN = 100_000_000

/** @throws {Refusal} */
export function readRut(text: string): { rut: string; rut_dv: string } {
  const parts = split(text)
  const number = Number(parts?.body)
  if (!parts || (number > RUN_MAX && number < IPE_MIN)) {
    throw new Refusal('Ese RUN no es válido. Escríbalo con su dígito verificador, como 12.345.678-5.')
  }
  return { rut: parts.body, rut_dv: parts.dv }
}

/** As the database keeps it: '90002-8'. @throws {Refusal} */
export function readRbd(text: string): string {
  const parts = split(text)
  if (!parts || parts.body.length > 5) {
    throw new Refusal('Ese RBD no es válido. Escríbalo con su dígito verificador, como 90002-8.')
  }
  return `${parts.body}-${parts.dv}`
}

export async function findSchool(db: Queryable, typed: string) {
  const rbd = readRbd(typed)
  const [school] = await db
    .select({ id: establishments.id })
    .from(establishments)
    .where(eq(establishments.rbd, rbd))
  if (!school) throw new Refusal('No hay un colegio con ese RBD.')
  return school
}

/** How an account may be named: by its e-mail, by its RUT, or as 'ipa:…' and 'passport:…'. */
function accountWhere(text: string): { where: SQL; what: string } {
  if (text.includes('@')) return { where: eq(parents.email, readEmail(text)), what: 'correo' }
  if (/^(ipa|passport):/i.test(text)) {
    const [kind = '', number = ''] = text.split(/:(.*)/s)
    const document = `${kind.toLowerCase()}:${number.trim().toUpperCase()}`
    return { where: eq(parents.foreign_document, document), what: 'documento' }
  }
  return { where: eq(parents.rut, readRut(text).rut), what: 'RUT' }
}

const accountsLike = (db: Queryable, where: SQL) => db.select().from(parents).where(where)

/** @throws {Refusal} */
export async function findAccount(db: Queryable, typed: string) {
  const { where, what } = accountWhere(typed)
  const [account] = await accountsLike(db, where)
  if (!account) throw new Refusal(`No hay una cuenta con ese ${what}.`)
  return account
}

/** Held until the transaction ends: no sign-in or change of password runs beside. @throws {Refusal} */
export async function holdAccount(transaction: Queryable, typed: string) {
  const { where, what } = accountWhere(typed)
  const [account] = await accountsLike(transaction, where).for('no key update')
  if (!account) throw new Refusal(`No hay una cuenta con ese ${what}.`)
  return account
}

/** `rbd` is needed only for a RUN that two schools know. @throws {Refusal} */
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

/** The arguments that several commands share. */
export const CUENTA = { about: 'correo, RUT (12.345.678-5) o documento (ipa:…, passport:…) del apoderado' }
export const RUN = { about: 'RUN o IPE del estudiante, con dígito verificador' }
export const SCHOOL = { value: 'rbd', about: 'el colegio, si dos tienen a ese estudiante' }
