import type { Batch, FieldOf } from '../../sheetRecords.ts'
import { conceptCell, gradeCell } from '../cells/gradeCell.ts'
import { codeCell, longTextCell, nameCell } from '../cells/textCell.ts'
import { periodIdOf, type SchoolClass } from './rosterIndex.ts'
import { countedScoreCell, isoDayCell } from './rosterKinds.ts'
import { type Roster, type RosterRow, readFileRows } from './rosterRows.ts'

export async function* readAssessments(roster: Roster): AsyncGenerator<Batch> {
  for await (const row of readFileRows(roster, 'lineItems')) {
    addAssessment(row, roster)
    yield* roster.output.full()
  }
}

export async function* readGrades(roster: Roster): AsyncGenerator<Batch> {
  for await (const row of readFileRows(roster, 'results', { withDeleted: true })) {
    addGrade(row, roster)
    yield* roster.output.full()
  }
}

const TOP_GRADE = /^7([.,]0+)?$/

function addAssessment(row: RosterRow, roster: Roster): void {
  const { index, output, unread } = roster
  const id = row.text('sourcedId')
  index.assessments.set(id, null)
  const classId = row.text('classSourcedId')
  const found = index.classes.get(classId)
  if (found === undefined && !unread.has('classes'))
    row.refuse('classSourcedId')('no existe esa clase', 'una de classes.csv')
  const end = row.text('resultValueMax')
  if (end && !TOP_GRADE.test(end)) {
    row.refuse('resultValueMax')('la escala no llega a 7,0: sus notas no se pueden traducir', '7.0')
    return
  }
  const assessment = parseAssessment(row, roster)
  if (!found || !assessment) return
  index.assessments.set(id, { code: assessment.code, class: classId, rbd: found.rbd, year: found.year })
  for (const homeroom of index.homeroomsOf.get(classId) ?? []) {
    const { rbd, year, code: course } = index.classes.get(homeroom) as SchoolClass
    const record = { rbd, year, course, subject: found.code, ...assessment, weight: 1 }
    output.add('evaluaciones', row.location, record, omittedFieldsOf(row))
  }
}

const dayColumnOf = (row: RosterRow) => row.firstFilled('dueDate', 'assignDate')

function omittedFieldsOf(row: RosterRow): FieldOf<'evaluaciones'>[] {
  const omitted: FieldOf<'evaluaciones'>[] = ['weight']
  if (!row.has('description')) omitted.push('description')
  if (!dayColumnOf(row).isKnown) omitted.push('held_on')
  return omitted
}

function parseAssessment(row: RosterRow, { index, unread }: Roster) {
  const itemCode = row.parseRequired('sourcedId', codeCell)
  const title = row.parseRequired('title', nameCell)
  const description = row.parse('description', longTextCell)
  const held_on = row.parse(dayColumnOf(row).column, isoDayCell)
  const column = row.text('gradingPeriodSourcedId') ? 'gradingPeriodSourcedId' : 'academicSessionSourcedId'
  const session = periodIdOf(index, row.text(column))
  const isLeftOut = index.refusedSessions.has(row.text(column)) || unread.has('academicSessions')
  const period = session && codeCell.parse(session, row.refuse(column))
  if (!session && !isLeftOut)
    row.refuse(column)('no dice en qué semestre o trimestre es', 'uno de academicSessions.csv')
  if (!itemCode || !title || description === undefined || held_on === undefined || !period) return undefined
  return { code: itemCode, name: title, description, held_on, period }
}

function addGrade(row: RosterRow, { index, output, unread }: Roster): void {
  const assessment = index.assessments.get(row.text('lineItemSourcedId'))
  const student = index.students.get(row.text('studentSourcedId'))
  if (assessment === undefined && !unread.has('lineItems'))
    row.refuse('lineItemSourcedId')('no existe esa evaluación', 'una de lineItems.csv')
  if (student === undefined && !unread.has('users'))
    row.refuse('studentSourcedId')('no existe ese estudiante', 'uno de users.csv')
  const countsAsScore = row.parse('scoreStatus', countedScoreCell)
  if (!assessment || !student || countsAsScore === undefined) return
  const counts = countsAsScore !== false && row.text('status').toLowerCase() !== 'tobedeleted'
  const tenths = counts ? row.parse('score', gradeCell) : null
  const text = counts && tenths === null ? row.parse('textScore', conceptCell) : null
  if (tenths === undefined || text === undefined) return
  index.hasScores = row.has('score')
  const { code: item, class: classId, rbd, year } = assessment
  if (tenths !== null) index.scaleOf.set(classId, 'number')
  else if (text !== null && !index.scaleOf.has(classId)) index.scaleOf.set(classId, 'other')
  const omitted: FieldOf<'notas'>[] = []
  if (counts && !row.has('score')) omitted.push('tenths')
  if (counts && !row.has('textScore')) omitted.push('concept')
  const record = { rbd, year, assessment: item, student_rut: student.person.rut, tenths, concept: text }
  output.add('notas', row.location, record, omitted)
}
