import type { Records, SheetName } from '../sheetRecords.ts'

/** Checks that a field has a value of its type and, for texts such as dates, in the right form. */
type Check = (value: unknown) => boolean
const text: Check = (value) =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !/[\0\u202e]/.test(value)
const like =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value)
const or =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const integer =
  (from: number, to: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to
const flag: Check = (value) => typeof value === 'boolean'
const day: Check = (value) =>
  like(/^\d{4}-\d{2}-\d{2}$/)(value) && new Date(`${value}T00:00Z`).toISOString().startsWith(String(value))
const time = like(/^([01]\d|2[0-3]):[0-5]\d$/)
const rut = like(/^[1-9]\d{0,8}$/)
const dv = like(/^[\dK]$/)
const scope = { rbd: or(like(/^\d{1,5}-[\dK]$/)), year: or(integer(2000, 2100)) }
const person = { rut, rut_dv: dv, name: text, last_name: text }

const checks: { [Name in SheetName]: { [Field in keyof Records[Name]]: Check } } = {
  establecimientos: {
    ...{ rbd: like(/^\d{1,5}-[\dK]$/), name: text, address: or(text), phone: or(like(/^\+\d{8,15}$/)) },
    ...{ time_zone: or(text), rounding: or(oneOf('round', 'truncate')), uses_weights: or(flag) },
  },
  periodos: { ...scope, code: text, name: text, starts_on: day, ends_on: day },
  dias_sin_clases: { ...scope, starts_on: or(day), ends_on: or(day), name: or(text) },
  cursos: { ...scope, code: text, name: text, letter: text },
  funcionarios: { ...scope, ...person, second_last_name: or(text) },
  asignaturas: {
    ...{ ...scope, course: text, code: text, position: integer(1, 32_767), name: text },
    ...{
      scale_type: or(oneOf('number', 'other')),
      counts_in_average: flag,
      is_elective: flag,
      employee_rut: or(rut),
    },
  },
  alumnos: {
    ...{
      ...scope,
      ...person,
      course_name: text,
      letter: text,
      teaching: or(text),
      second_last_name: or(text),
    },
    ...{
      birthday: or(day),
      gender: or(oneOf('Femenino', 'Masculino', 'No binario')),
      list_number: or(integer(1, 999)),
    },
    ...{ social_name: or((value) => value === '' || text(value)), shows_social_name: or(flag) },
    ...{ shares_photo: or(flag), enrolled_on: or(day), withdrawn_on: or(day) },
  },
  apoderados: {
    ...{
      ...person,
      document: like(/^(rut:\d+|ipa:\d{9}|passport:[A-Z\d]{5,20})$/),
      rut: or(rut),
      rut_dv: or(dv),
    },
    ...{ email: like(/^[^\sA-Z@]+@[^\sA-Z@]+$/), phone: or(like(/^\+\d{8,15}$/)) },
    ...{ shares_phone: or(flag), shares_email: or(flag) },
  },
  vinculos: {
    ...{ rbd: scope.rbd, student_rut: rut, document: like(/^(rut|ipa|passport):\w+$/), other_type: or(text) },
    parent_type: oneOf('father', 'mother', 'grandpa', 'brother', 'uncle', 'legal', 'other'),
    ...{ permission: or(text), financial_proxy: flag, has_access: flag, no_access_reason: or(text) },
  },
  electivos: { ...scope, student_rut: rut, subject: or(text) },
  horario: {
    ...{ ...scope, course: text, weekday: integer(1, 5), is_class: flag, subject: or(text) },
    ...{ starts_at: time, ends_at: time },
  },
  evaluaciones: {
    ...{ ...scope, code: text, course: text, subject: text, period: text, name: text },
    ...{ description: or(text), held_on: or(day), weight: integer(1, 100_000) },
  },
  notas: { ...scope, assessment: text, student_rut: rut, tenths: or(integer(10, 70)), concept: or(text) },
  asistencia: { ...scope, student_rut: rut, day, status: oneOf('present', 'absent', 'late') },
  atrasos: {
    ...{
      ...scope,
      student_rut: rut,
      date_late: like(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
      observation: or(text),
    },
    status: oneOf('created', 'justified', 'pending', 'rejected'),
  },
  observaciones: {
    ...{ ...scope, student_rut: rut, date: day, event_type: oneOf('positive', 'negative', 'neutral') },
    ...{ description: text, observation: text, employee_rut: or(rut), subject: or(text), in_class: flag },
    where_is: or(oneOf('inspectorate', 'address', 'utp', 'schoollife')),
  },
  agenda: {
    ...{ ...scope, course: or(text), day, time: or(time), title: text, description: or(text) },
    ...{ subject: or(text), content: or(text), document: or(text) },
  },
}

/** Returns the fields of a record with a wrong value, as 'notas.tenths = 71', and the names of missing fields. */
export function wrongFields(sheet: SheetName, record: object): string[] {
  const expected: Record<string, Check> = checks[sheet]
  const fields = Object.entries(record)
  const wrong = fields.filter(([field, value]) => !expected[field]?.(value))
  const missing = Object.keys(expected).filter((field) => !(field in record))
  return [...wrong.map(([field, value]) => `${sheet}.${field} = ${JSON.stringify(value)}`), ...missing]
}
