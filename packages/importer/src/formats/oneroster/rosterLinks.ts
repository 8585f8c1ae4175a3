import type { Batch } from '../../sheetRecords.ts'
import type { RosterIndex } from './rosterIndex.ts'
import { createOutput } from './rosterOutput.ts'
import type { RosterSource } from './rosterRows.ts'

const DISABLED = 'la cuenta está deshabilitada allí: eso no le quita el acceso aquí'
const HOW_TO_BLOCK = '«acceso» no en la hoja vinculos, si lo manda una resolución judicial'

const NO_PLACE = ['permission', 'financial_proxy', 'has_access', 'no_access_reason'] as const

/** Who belongs to whom, as either of them says. What a roster does not know stays as the school wrote it. */
export async function* readLinks(
  { report, unread }: RosterSource,
  index: RosterIndex,
): AsyncGenerator<Batch> {
  const output = createOutput()
  const seen = new Set<string>()
  for (const { place, one, other } of index.agents) {
    if (!index.users.has(other)) {
      if (unread.has('users')) continue
      report.warning({
        ...place,
        column: 'agentSourcedIds',
        message: 'nombra a una persona que no está en users.csv',
      })
      continue
    }
    const [student, guardian] = index.students.has(one) ? [one, other] : [other, one]
    const pupil = index.students.get(student)
    const adult = index.guardians.get(guardian)
    if (pupil === null && adult) report.leftOut('vinculos', adult.document.replace(/^.*:/, ''))
    if (!pupil || !adult || seen.has(`${student} ${guardian}`)) continue
    seen.add(`${student} ${guardian}`)
    const { document, kinship } = adult
    const record = {
      ...{ rbd: null, student_rut: pupil.person.rut, document, parent_type: kinship ?? ('other' as const) },
      ...{ other_type: kinship ? null : 'Apoderado', permission: null, financial_proxy: false },
      // A disabled account is no court's word, and without one nobody may keep a parent from knowing.
      ...{ has_access: true, no_access_reason: null },
    }
    output.add('vinculos', place, record, kinship ? NO_PLACE : [...NO_PLACE, 'parent_type', 'other_type'])
    yield* output.full()
  }
  for (const adult of index.guardians.values())
    if (adult && !adult.isEnabled)
      report.warning({ ...adult.place, column: 'enabledUser', message: DISABLED, expected: HOW_TO_BLOCK })
  yield* output.rest()
}
