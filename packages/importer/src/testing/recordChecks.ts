import type { Records, SheetName } from '../sheetRecords.ts'

/** Whether a value has the type of its field and, if it is a text such as a date, the right form. */
type FieldCheck = (value: unknown) => boolean
const isText: FieldCheck = (value) =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !/[\0\u202e]/.test(value)
const hasForm =
  (form: RegExp): FieldCheck =>
  (value) =>
    typeof value === 'string' && form.test(value)
const isNullOr =
  (check: FieldCheck): FieldCheck =>
  (value) =>
    value === null || check(value)
const isOneOf =
  (...values: unknown[]): FieldCheck =>
  (value) =>
    values.includes(value)
const isIntegerBetween =
  (from: number, to: number): FieldCheck =>
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to
const isBoolean: FieldCheck = (value) => typeof value === 'boolean'
const isDay: FieldCheck = (value) =>
  hasForm(/^\d{4}-\d{2}-\d{2}$/)(value) && new Date(`${value}T00:00Z`).toISOString().startsWith(String(value))
const isTime = hasForm(/^([01]\d|2[0-3]):[0-5]\d$/)
const isRut = hasForm(/^[1-9]\d{0,8}$/)
const isCheckDigit = hasForm(/^[\dK]$/)
const scopeChecks = {
  rbd: isNullOr(hasForm(/^\d{1,5}-[\dK]$/)),
  year: isNullOr(isIntegerBetween(2000, 2100)),
}
const personChecks = { rut: isRut, rut_dv: isCheckDigit, name: isText, last_name: isText }

const fieldChecks: { [Name in SheetName]: { [Field in keyof Records[Name]]: FieldCheck } } = {
  establecimientos: {
    rbd: hasForm(/^\d{1,5}-[\dK]$/),
    name: isText,
    address: isNullOr(isText),
    phone: isNullOr(hasForm(/^\+\d{8,15}$/)),
    time_zone: isNullOr(isText),
    rounding: isNullOr(isOneOf('round', 'truncate')),
    uses_weights: isNullOr(isBoolean),
  },
  periodos: { ...scopeChecks, code: isText, name: isText, starts_on: isDay, ends_on: isDay },
  dias_sin_clases: {
    ...scopeChecks,
    starts_on: isNullOr(isDay),
    ends_on: isNullOr(isDay),
    name: isNullOr(isText),
  },
  cursos: { ...scopeChecks, code: isText, name: isText, letter: isText },
  funcionarios: { ...scopeChecks, ...personChecks, second_last_name: isNullOr(isText) },
  asignaturas: {
    ...{ ...scopeChecks, course: isText, code: isText, position: isIntegerBetween(1, 32_767), name: isText },
    scale_type: isNullOr(isOneOf('number', 'other')),
    counts_in_average: isBoolean,
    is_elective: isBoolean,
    employee_rut: isNullOr(isRut),
  },
  alumnos: {
    ...scopeChecks,
    ...personChecks,
    course_name: isText,
    letter: isText,
    teaching: isNullOr(isText),
    second_last_name: isNullOr(isText),
    birthday: isNullOr(isDay),
    gender: isNullOr(isOneOf('Femenino', 'Masculino', 'No binario')),
    list_number: isNullOr(isIntegerBetween(1, 999)),
    social_name: isNullOr((value) => value === '' || isText(value)),
    shows_social_name: isNullOr(isBoolean),
    ...{ shares_photo: isNullOr(isBoolean), enrolled_on: isNullOr(isDay), withdrawn_on: isNullOr(isDay) },
  },
  apoderados: {
    ...personChecks,
    document: hasForm(/^(rut:\d+|ipa:\d{9}|passport:[A-Z\d]{5,20})$/),
    rut: isNullOr(isRut),
    rut_dv: isNullOr(isCheckDigit),
    ...{ email: hasForm(/^[^\sA-Z@]+@[^\sA-Z@]+$/), phone: isNullOr(hasForm(/^\+\d{8,15}$/)) },
    ...{ shares_phone: isNullOr(isBoolean), shares_email: isNullOr(isBoolean) },
  },
  vinculos: {
    rbd: scopeChecks.rbd,
    student_rut: isRut,
    document: hasForm(/^(rut|ipa|passport):\w+$/),
    other_type: isNullOr(isText),
    parent_type: isOneOf('father', 'mother', 'grandpa', 'brother', 'uncle', 'legal', 'other'),
    permission: isNullOr(isText),
    financial_proxy: isBoolean,
    has_access: isBoolean,
    no_access_reason: isNullOr(isText),
  },
  electivos: { ...scopeChecks, student_rut: isRut, subject: isNullOr(isText) },
  horario: {
    ...scopeChecks,
    course: isText,
    weekday: isIntegerBetween(1, 5),
    is_class: isBoolean,
    subject: isNullOr(isText),
    ...{ starts_at: isTime, ends_at: isTime },
  },
  evaluaciones: {
    ...{ ...scopeChecks, code: isText, course: isText, subject: isText, period: isText, name: isText },
    ...{ description: isNullOr(isText), held_on: isNullOr(isDay), weight: isIntegerBetween(1, 100_000) },
  },
  notas: {
    ...scopeChecks,
    assessment: isText,
    student_rut: isRut,
    tenths: isNullOr(isIntegerBetween(10, 70)),
    concept: isNullOr(isText),
  },
  asistencia: {
    ...scopeChecks,
    student_rut: isRut,
    day: isDay,
    status: isOneOf('present', 'absent', 'late'),
  },
  atrasos: {
    ...scopeChecks,
    student_rut: isRut,
    date_late: hasForm(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
    observation: isNullOr(isText),
    status: isOneOf('created', 'justified', 'pending', 'rejected'),
  },
  observaciones: {
    ...scopeChecks,
    student_rut: isRut,
    date: isDay,
    event_type: isOneOf('positive', 'negative', 'neutral'),
    description: isText,
    observation: isText,
    employee_rut: isNullOr(isRut),
    subject: isNullOr(isText),
    in_class: isBoolean,
    where_is: isNullOr(isOneOf('inspectorate', 'address', 'utp', 'schoollife')),
  },
  agenda: {
    ...scopeChecks,
    course: isNullOr(isText),
    day: isDay,
    time: isNullOr(isTime),
    title: isText,
    description: isNullOr(isText),
    ...{ subject: isNullOr(isText), content: isNullOr(isText), document: isNullOr(isText) },
  },
}

/**
 * Returns the fields of the record that have a wrong value, as 'notas.tenths = 71', and the names of missing fields.
 */
export function wrongFields(sheet: SheetName, record: object): string[] {
  const expected: Record<string, FieldCheck> = fieldChecks[sheet]
  const fields = Object.entries(record)
  const wrong = fields.filter(([field, value]) => !expected[field]?.(value))
  const missing = Object.keys(expected).filter((field) => !(field in record))
  return [...wrong.map(([field, value]) => `${sheet}.${field} = ${JSON.stringify(value)}`), ...missing]
}
