import { dataKinds } from '@apoderados/contract/office/today'
import { readLastLoads, rhythmOf } from '@apoderados/core/loads/dataAge'
import { readReach } from '@apoderados/core/students/reach'
import type { OfficeHandlers } from '../officeContext.ts'

export const todayHandlers = {
  async getReach({ school_id }, { db }) {
    const courses = await readReach(db, school_id)
    const total = (field: 'students' | 'phone' | 'mail' | 'nobody') =>
      courses.reduce((sum, course) => sum + course[field], 0)
    return {
      students: total('students'),
      phone: total('phone'),
      mail: total('mail'),
      nobody: total('nobody'),
      courses: courses
        .filter(({ nobody }) => nobody > 0)
        .map(({ course_id, course, nobody, passwords_expire_at }) => ({
          course_id,
          course,
          nobody,
          passwords_expire_at: passwords_expire_at?.toISOString() ?? null,
        })),
    }
  },

  async getDataAge({ school_id }, { db }) {
    const loads = await readLastLoads(db, school_id)
    return {
      kinds: dataKinds.flatMap((kind) => {
        const ofKind = loads.filter((load) => load.kind === kind)
        const [last] = ofKind
        if (!last) return []
        const { loaded_at, added, changed, ended } = last
        return [{ kind, loaded_at: loaded_at.toISOString(), added, changed, ended, ...rhythmOf(ofKind) }]
      }),
    }
  },
} satisfies Partial<OfficeHandlers>
