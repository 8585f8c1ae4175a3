import type { Batch } from '../../sheetRecords.ts'
import type { Roster } from './rosterRows.ts'

const DISABLED_MESSAGE = 'la cuenta está deshabilitada allí: eso no le quita el acceso aquí'
const BLOCKING_ADVICE = '«acceso» no en la hoja vinculos, si lo manda una resolución judicial'

const UNSUPPORTED_FIELDS = [
  'permission',
  'financial_proxy',
  'is_legal_representative',
  'has_access',
  'no_access_reason',
] as const

/** Reads the links, from the rows of students or guardians. Fields that a roster lacks keep their stored values. */
export async function* readLinks({ index, output, report, unread }: Roster): AsyncGenerator<Batch> {
  const seenLinks = new Set<string>()
  for (const { location, one, other } of index.userLinks) {
    if (!index.users.has(other)) {
      if (unread.has('users')) continue
      report.warning({
        ...location,
        column: 'agentSourcedIds',
        message: 'nombra a una persona que no está en users.csv',
      })
      continue
    }
    const [student, guardian] = index.students.has(one) ? [one, other] : [other, one]
    const pupil = index.students.get(student)
    const adult = index.guardians.get(guardian)
    if (pupil === null && adult) report.leftOut('vinculos', adult.document.replace(/^.*:/, ''))
    if (!pupil || !adult || seenLinks.has(`${student} ${guardian}`)) continue
    seenLinks.add(`${student} ${guardian}`)
    const { document, kinship } = adult
    const record = {
      rbd: null,
      student_rut: pupil.person.rut,
      document,
      parent_type: kinship ?? ('other' as const),
      other_type: kinship ? null : 'Apoderado',
      permission: null,
      financial_proxy: false,
      is_legal_representative: null,
      // An account that is disabled in the roster's system keeps the access, which only a court order ends.
      has_access: true,
      no_access_reason: null,
    }
    output.add(
      'vinculos',
      location,
      record,
      kinship ? UNSUPPORTED_FIELDS : [...UNSUPPORTED_FIELDS, 'parent_type', 'other_type'],
    )
    yield* output.full()
  }
  for (const adult of index.guardians.values())
    if (adult && !adult.isEnabled)
      report.warning({
        ...adult.location,
        column: 'enabledUser',
        message: DISABLED_MESSAGE,
        expected: BLOCKING_ADVICE,
      })
}
