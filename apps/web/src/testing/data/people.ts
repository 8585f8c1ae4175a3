import type { Profile, Student } from '@apoderados/contract/profile'

/** The student Martina, by default with an enrollment in 5° Básico A of 2026. */
export function aStudent(changes: Partial<Student> = {}): Student {
  return {
    id: 1,
    name: 'Martina Antonia',
    last_name: 'Sepúlveda',
    second_last_name: 'Huenchul',
    social_name: '',
    rut: '40100001',
    rut_dv: '1',
    birthday: '2015-05-17',
    gender: 'Femenino',
    enrollment: {
      id: 11,
      course_name: '5° Básico',
      letter: 'A',
      course: '5° Básico A',
      year: 2026,
      profile_image: null,
      profile_image_url: null,
    },
    establishment: {
      id: 21,
      name: 'Colegio Los Aromos',
      rbd: '90002-8',
      address: 'Av. Los Aromos 2150, La Florida',
      phone: '+56200000101',
      insign: null,
    },
    student_parent: { parent_type: 'mother', other_type: null, financial_proxy: true },
    ...changes,
  }
}

/** Martina, or the student with these changes, at a school with this time zone. */
export function aStudentIn(time_zone: string, changes: Partial<Student> = {}): Student {
  const student = aStudent(changes)
  return { ...student, establishment: student.establishment && { ...student.establishment, time_zone } }
}

/** Martina's brother. */
export const tomas = aStudent({ id: 2, name: 'Tomás Ignacio', rut: '40100002', rut_dv: 'K' })

/** The mother of Martina and Tomás. */
export function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    id: 10,
    name: 'Carolina Andrea',
    last_name: 'Muñoz',
    email: 'apoderada@example.com',
    phone: null,
    rut: '40215347',
    rut_dv: '4',
    profile_image: null,
    permission: 'Apoderada titular',
    password_changed: true,
    password_changed_at: null,
    last_login_at: null,
    account_confirmed: true,
    account_confirmed_at: null,
    parent_info: null,
    students: [aStudent(), tomas],
    ...changes,
  }
}
