import type { Pictures } from '../pictures.ts'
import { createRandom } from '../random.ts'
import { addEvents, addRecords, addSchool, type Drawn, ensureParent, startRows } from '../rows/rows.ts'
import { type DemoTime, demoSchools } from './demoSchools.ts'
import { withoutStudents } from './families.ts'

const SEED = 404_404

/** Returns the demo's schools as the rows of an empty database, without the guardians' passwords. */
export function demoRows(time: DemoTime, pictures: Pictures): Pick<Drawn, 'rows' | 'files'> {
  const drawn = startRows(createRandom(SEED), pictures)
  for (const [index, { school, records, events }] of demoSchools(time).entries()) {
    const ids = addSchool(drawn, school, pictures.badges[index] as Buffer)
    for (const [order, course] of school.courses.entries()) {
      const ofCourse = records[order]
      if (!ofCourse) continue
      addRecords(drawn, ids, course, ofCourse)
      addEvents(drawn, school, ids, course, ofCourse.events)
    }
    addEvents(drawn, school, ids, null, events)
  }
  ensureParent(drawn, withoutStudents)
  return drawn
}
