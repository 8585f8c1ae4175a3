import type { Pictures } from '../pictures.ts'
import { createRandom } from '../random.ts'
import { addEvents, addRecords, addSchool, createRowSet, ensureParent, type RowSet } from '../rows/rows.ts'
import { type DemoTime, demoSchools } from './demoSchools.ts'
import { guardianWithoutStudents } from './families.ts'

const SEED = 404_404

/** Returns the demo's schools and guardians as rows for an empty database: ids count from 1. No row has a password. */
export function demoRows(time: DemoTime, pictures: Pictures): Pick<RowSet, 'rows' | 'files'> {
  const drawn = createRowSet(createRandom(SEED), pictures)
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
  ensureParent(drawn, guardianWithoutStudents)
  return drawn
}
