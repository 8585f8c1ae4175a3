import type { Records } from '../sheetRecords.ts'
import type { TestSet } from './importRecords.ts'

export const RBD = '90003-6'
/** The current year, because families lose access to the data of a school year in April of the next one. */
export const YEAR = new Date().getFullYear()
const ownScope = { rbd: RBD, year: YEAR }
export const noScope = { rbd: null, year: null }

export const school: Records['establecimientos'] = {
  rbd: RBD,
  name: 'Colegio Los Aromos',
  address: 'Av. Los Aromos 2150',
  phone: '+56223456789',
  time_zone: null,
  rounding: null,
  uses_weights: null,
}
const firstPeriod: Records['periodos'] = {
  ...ownScope,
  code: 'S1',
  name: '1° Semestre',
  starts_on: `${YEAR}-03-04`,
  ends_on: `${YEAR}-06-18`,
}
const secondPeriod: Records['periodos'] = {
  ...ownScope,
  code: 'S2',
  name: '2° Semestre',
  starts_on: `${YEAR}-07-06`,
  ends_on: `${YEAR}-12-04`,
}
export const staffDayClosure: Records['dias_sin_clases'] = {
  ...noScope,
  starts_on: `${YEAR}-05-14`,
  ends_on: `${YEAR}-05-15`,
  name: 'Jornada de profesores',
}
const anniversaryClosure: Records['dias_sin_clases'] = {
  ...noScope,
  starts_on: `${YEAR}-11-06`,
  ends_on: null,
  name: 'Aniversario del colegio',
}
export const courseA: Records['cursos'] = { ...ownScope, code: '5A', name: '5° Básico', letter: 'A' }
const courseB: Records['cursos'] = { ...ownScope, code: '5B', name: '5° Básico', letter: 'B' }
export const teacher: Records['funcionarios'] = {
  ...noScope,
  rut: '40100001',
  rut_dv: '1',
  name: 'Carolina',
  last_name: 'Fuentes',
  second_last_name: 'Mella',
}
const mathsSubject: Records['asignaturas'] = {
  ...noScope,
  course: '5A',
  code: 'MAT',
  position: 1,
  name: 'Matemática',
  scale_type: 'number',
  counts_in_average: true,
  is_elective: false,
  employee_rut: '40100001',
}
const religionSubject: Records['asignaturas'] = {
  ...noScope,
  course: '5A',
  code: 'REL',
  position: 2,
  name: 'Religión',
  scale_type: 'other',
  counts_in_average: false,
  is_elective: false,
  employee_rut: null,
}
/** Returns an elective of the course 5° Básico A. */
export const electiveSubject = (code: string, name: string): Records['asignaturas'] => ({
  ...mathsSubject,
  code,
  name,
  position: 9,
  is_elective: true,
  employee_rut: null,
})
/** Returns a row that states that the student takes the elective `subject`. */
export const takenElective = ({ rut }: Records['alumnos'], subject: string): Records['electivos'] => ({
  ...noScope,
  student_rut: rut,
  subject,
})
export const ines: Records['alumnos'] = {
  ...ownScope,
  course_name: '5° Básico',
  letter: 'A',
  teaching: '110',
  rut: '40215347',
  rut_dv: '4',
  name: 'Inés',
  last_name: 'Rojas',
  second_last_name: 'Soto',
  birthday: '2015-05-17',
  gender: 'Femenino',
  list_number: null,
  social_name: null,
  shows_social_name: null,
  shares_photo: null,
  enrolled_on: '2026-03-04',
  withdrawn_on: null,
}
export const tomas: Records['alumnos'] = {
  ...ownScope,
  course_name: '5° Básico',
  letter: 'A',
  teaching: '110',
  rut: '40318926',
  rut_dv: 'K',
  name: 'Tomás',
  last_name: 'Álvarez',
  second_last_name: null,
  birthday: '2015-08-01',
  gender: 'Masculino',
  list_number: null,
  social_name: null,
  shows_social_name: null,
  shares_photo: null,
  enrolled_on: null,
  withdrawn_on: null,
}
export const elena: Records['apoderados'] = {
  document: 'rut:42510001',
  rut: '42510001',
  rut_dv: '7',
  name: 'Elena',
  last_name: 'Soto',
  email: 'elena.soto@example.com',
  phone: '+56900000001',
  shares_phone: true,
  shares_email: null,
}
export const luis: Records['apoderados'] = {
  document: 'rut:42510002',
  rut: '42510002',
  rut_dv: '5',
  name: 'Luis',
  last_name: 'Rojas',
  email: 'luis.rojas@example.com',
  phone: null,
  shares_phone: null,
  shares_email: null,
}
export const marie: Records['apoderados'] = {
  document: 'passport:AB123456',
  rut: null,
  rut_dv: null,
  name: 'Marie',
  last_name: 'Joseph',
  email: 'marie.joseph@example.com',
  phone: null,
  shares_phone: null,
  shares_email: null,
}
export const linkOfElena: Records['vinculos'] = {
  rbd: null,
  student_rut: '40215347',
  document: 'rut:42510001',
  parent_type: 'mother',
  other_type: null,
  permission: 'Apoderado titular',
  financial_proxy: true,
  is_legal_representative: null,
  has_access: true,
  no_access_reason: null,
}
export const linkOfLuis: Records['vinculos'] = {
  rbd: null,
  student_rut: '40215347',
  document: 'rut:42510002',
  parent_type: 'father',
  other_type: null,
  permission: 'Apoderado suplente',
  financial_proxy: false,
  is_legal_representative: null,
  has_access: true,
  no_access_reason: null,
}
export const linkOfMarie: Records['vinculos'] = {
  rbd: null,
  student_rut: '40318926',
  document: 'passport:AB123456',
  parent_type: 'other',
  other_type: 'Madrina',
  permission: 'Apoderado titular',
  financial_proxy: false,
  is_legal_representative: null,
  has_access: true,
  no_access_reason: null,
}
export const lesson: Records['horario'] = {
  ...noScope,
  course: '5A',
  weekday: 1,
  is_class: true,
  is_lunch: false,
  starts_at: '08:00',
  ends_at: '09:30',
  subject: 'MAT',
}
const playtimeBlock: Records['horario'] = {
  ...lesson,
  is_class: false,
  starts_at: '09:30',
  ends_at: '09:45',
  subject: null,
}
export const exam: Records['evaluaciones'] = {
  ...noScope,
  code: 'P1',
  course: '5A',
  subject: 'MAT',
  period: 'S1',
  name: 'Prueba Unidad 1',
  description: 'Fracciones',
  held_on: `${YEAR}-04-01`,
  weight: 1,
}
const workAssessment: Records['evaluaciones'] = {
  ...noScope,
  code: 'R1',
  course: '5A',
  subject: 'REL',
  period: 'S1',
  name: 'Trabajo',
  description: null,
  held_on: null,
  weight: 1,
}
export const grade: Records['notas'] = {
  ...noScope,
  assessment: 'P1',
  student_rut: '40215347',
  tenths: 54,
  concept: null,
}
const conceptGrade: Records['notas'] = { ...grade, assessment: 'R1', tenths: null, concept: 'MB' }
const pendingGrade: Records['notas'] = { ...grade, student_rut: '40318926', tenths: null }
export const presentDay: Records['asistencia'] = {
  ...noScope,
  student_rut: '40215347',
  day: `${YEAR}-03-09`,
  status: 'present',
}
const lateDay: Records['asistencia'] = { ...presentDay, day: `${YEAR}-03-10`, status: 'late' }
const absentDay: Records['asistencia'] = { ...presentDay, student_rut: '40318926', status: 'absent' }
export const arrear: Records['atrasos'] = {
  ...noScope,
  student_rut: '40215347',
  date_late: `${YEAR}-03-10 08:17`,
  status: 'pending',
  observation: 'Sin justificativo',
}
export const observation: Records['observaciones'] = {
  ...noScope,
  student_rut: '40215347',
  date: `${YEAR}-03-11`,
  event_type: 'positive',
  description: 'Compañerismo',
  observation: 'Ayuda a una compañera nueva.',
  employee_rut: '40100001',
  subject: 'MAT',
  in_class: true,
  where_is: null,
}
export const testEvent: Records['agenda'] = {
  ...noScope,
  course: '5A',
  day: `${YEAR}-08-17`,
  time: '08:00',
  title: 'Prueba Unidad 2',
  description: null,
  subject: 'Matemática',
  content: 'Traer regla',
  document: null,
}
const meetingEvent: Records['agenda'] = {
  ...noScope,
  course: null,
  day: `${YEAR}-08-17`,
  time: null,
  title: 'Reunión de apoderados',
  description: null,
  subject: null,
  content: null,
  document: null,
}

/** A small school with rows in all sheets except electivos: Inés with both parents, and Tomás with his godmother. */
export const testSet: Required<TestSet> = {
  establecimientos: [school],
  periodos: [firstPeriod, secondPeriod],
  dias_sin_clases: [staffDayClosure, anniversaryClosure],
  cursos: [courseA, courseB],
  funcionarios: [teacher],
  asignaturas: [mathsSubject, religionSubject],
  alumnos: [ines, tomas],
  apoderados: [elena, luis, marie],
  vinculos: [linkOfElena, linkOfLuis, linkOfMarie],
  electivos: [],
  horario: [lesson, playtimeBlock],
  evaluaciones: [exam, workAssessment],
  notas: [grade, conceptGrade, pendingGrade],
  asistencia: [presentDay, lateDay, absentDay],
  atrasos: [arrear],
  observaciones: [observation],
  agenda: [testEvent, meetingEvent],
}
