import { isAllowed } from '@apoderados/contract/office/roles'
import { countGuardians, readCourseName, readCourseStudents } from '@apoderados/core/people/courseFamilies'
import { searchGuardians, searchStudents } from '@apoderados/core/people/search'
import { readStudent, readStudentGuardians } from '@apoderados/core/people/studentSheet'
import { readRegister } from '@apoderados/core/staff/schoolRegister'
import { readReach } from '@apoderados/core/students/reach'
import { compareStudents } from '@apoderados/core/students/schoolOrder'
import { notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { filterFor } from '../register/register.ts'

/** How many acts about a student the sheet shows. */
const MOVEMENTS = 6

/** Inspectoría reads name, course, guardians with access and their phone alone. */
const readsAccounts = ({ role }: SchoolContext) => isAllowed(role, 'people.edit')

const courseKey = (course: string) => ({
  school: '',
  course_name: course,
  letter: null,
  last_name: '',
  second_last_name: null,
  name: '',
})

type GuardianRow = Awaited<ReturnType<typeof readStudentGuardians>>[number]

function shownGuardian(guardian: GuardianRow, context: SchoolContext) {
  const { id, name, last_name, phone, parent_type, other_type, ...account } = guardian
  const { no_access_reason: reason, blocked_at: at, blocked_by: by, ...shown } = account
  const mayBlock = isAllowed(context.role, 'people.block')
  const block = account.has_access ? null : { reason: mayBlock ? reason : null, at, by }
  return {
    id,
    name,
    last_name,
    phone,
    parent_type,
    other_type,
    account: readsAccounts(context) ? { ...shown, block } : null,
  }
}

export const peopleHandlers = {
  async listCourses({ school_id }, context) {
    const { db } = context
    const [courses, guardians] = await Promise.all([readReach(db, school_id), countGuardians(db, school_id)])
    courses.sort((one, other) => compareStudents(courseKey(one.course), courseKey(other.course)))
    const total = (field: 'students' | 'phone' | 'mail' | 'nobody') =>
      courses.reduce((sum, course) => sum + course[field], 0)
    const mayRead = readsAccounts(context)
    return {
      courses: courses.map(({ course_id, course, students, phone, mail }) => ({
        id: course_id,
        name: course,
        students,
        signed_in: mayRead ? phone + mail : null,
      })),
      totals: mayRead
        ? {
            students: total('students'),
            guardians,
            phone: total('phone'),
            mail: total('mail'),
            nobody: total('nobody'),
          }
        : null,
    }
  },

  async getCourse(course, context) {
    const { db } = context
    const [name, students] = await Promise.all([readCourseName(db, course), readCourseStudents(db, course)])
    if (name === undefined) throw notFoundError()
    if (readsAccounts(context)) return { id: course.course_id, name, students }
    const hidden = { rut: null, rut_dv: null, last_used_at: null, reach: null }
    return {
      id: course.course_id,
      name,
      students: students.map(({ guardians, ...student }) => ({
        ...student,
        ...hidden,
        guardians: guardians
          .filter(({ has_access }) => has_access)
          .map((guardian) => ({
            ...guardian,
            has_access: null,
            is_invitable: null,
            is_elsewhere: null,
            invited_until: null,
          })),
      })),
    }
  },

  async searchPeople({ school_id, text }, context) {
    const { db } = context
    const readsAll = readsAccounts(context)
    const search = { school_id, text, readsAll }
    const [students, guardians] = await Promise.all([searchStudents(db, search), searchGuardians(db, search)])
    return {
      students: readsAll ? students : students.map((each) => ({ ...each, rut: null, rut_dv: null })),
      guardians,
    }
  },

  async getStudent(student, context) {
    const { db, role } = context
    const [found, guardians, movements] = await Promise.all([
      readStudent(db, student),
      readStudentGuardians(db, student),
      readRegister(db, filterFor(student, context), { limit: MOVEMENTS }),
    ])
    if (!found) throw notFoundError()
    const { id, name, last_name, second_last_name, course, social_name, shows_social_name, ...record } = found
    return {
      id,
      name,
      last_name,
      second_last_name,
      course,
      guardians: guardians
        .filter(({ has_access }) => has_access || readsAccounts(context))
        .map((guardian) => shownGuardian(guardian, context)),
      record: readsAccounts(context) ? record : null,
      social_name: isAllowed(role, 'people.social_name')
        ? { name: social_name, is_shown: shows_social_name }
        : null,
      movements,
    }
  },
} satisfies Partial<OfficeHandlers>
