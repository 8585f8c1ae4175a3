import { enrollments } from '@apoderados/core/db/tables/people'
import { markedFamily, pointersTo, rowsWith } from '@apoderados/importer/testing/markedFamily'
import { newRun } from '@apoderados/importer/testing/newRun'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const eraseStudent = (run: { typed: string }, ...options: string[]) =>
  operate(['student', 'erase', run.typed, ...options])

/** Creates a family whose child has left the school: the child's course is of an earlier year. */
const createLeaverFamily = () => markedFamily(server(), new Date().getFullYear() - 2)

describe('the erasure of a student', () => {
  it('leaves no row in any table, no photo, and no account of the guardian', async () => {
    const { marker, run, student_id, enrollment_id, parent_id, photos, session_id, school } =
      await createLeaverFamily()
    const ids = { student_id, enrollment_id, parent_id }
    expect(await pointersTo(server(), ids)).toEqual([
      'arrears.enrollment_id',
      'attendance.enrollment_id',
      'elective_enrollments.enrollment_id',
      'enrollments.student_id',
      'grades.enrollment_id',
      'known_devices.parent_id',
      'mails.parent_id',
      'observations.enrollment_id',
      'recovery_codes.parent_id',
      'sessions.parent_id',
      'student_parents.parent_id',
      'student_parents.student_id',
    ])
    const done = await eraseStudent(run, '--yes')
    expect(done).toMatchObject({ code: 0, errors: '' })
    expect(done.output).toMatch(
      /^Estudiante borrado\. Cuentas borradas con él: 1\. Fotos: 2\.\nLos respaldos anteriores/,
    )
    expect(await rowsWith(server(), marker)).toEqual([])
    expect(await pointersTo(server(), ids)).toEqual([])
    expect(await rowsWith(server(), session_id)).toEqual([])
    for (const photo of photos) expect(await server().services.files.read(photo)).toBeUndefined()
    expect(await lastAuditLine(server())).toMatchObject({
      student_id,
      establishment_id: school.establishment_id,
      parent_id: null,
      detail: { command: 'student erase', erased_accounts: [parent_id], erased_files: 2 },
    })
  })

  it('leaves the course, its documents and all other people unchanged', async () => {
    const { courseMarker, course_id, document_id, run, school } = await createLeaverFamily()
    const neighbour = await school.family(course_id)
    const before = await rowsWith(server(), courseMarker)
    await eraseStudent(run, '--yes')
    expect(await rowsWith(server(), courseMarker)).toEqual(before)
    expect(await server().services.files.read(document_id)).toBeDefined()
    expect((await neighbour.ask('getObservations')).statusCode).toBe(200)
  })

  it('keeps a guardian who has another student, with the open session', async () => {
    const { run, make, course_id, parent_id, call, photos } = await createLeaverFamily()
    const sibling = await make.student(newRun().columns)
    await make.enroll(sibling, course_id)
    await make.link(parent_id, sibling)
    expect((await eraseStudent(run, '--yes')).output).toMatch(
      /^Estudiante borrado\. Cuentas borradas con él: 0\. Fotos: 1\./,
    )
    const { students: remainingStudents } = (await call('getProfile')).json()
    expect(remainingStudents.map(({ id }: { id: number }) => id)).toEqual([sibling])
    expect(await server().services.files.read(photos[1] as string)).toBeDefined()
  })

  it('ends the session of a guardian who is signed in, at once', async () => {
    const { run, call } = await createLeaverFamily()
    await eraseStudent(run, '--yes')
    expect((await call('getProfile')).statusCode).toBe(401)
  })
})

describe('the erasure of a student is refused', () => {
  it('if the student is in a course of this year, unless an option allows it', async () => {
    const { run, marker, student_id } = await markedFamily(server())
    expect(await eraseStudent(run, '--yes')).toEqual({
      code: 1,
      output: '',
      errors: 'El estudiante tiene matrícula vigente este año. Para borrarlo igual agregue --still-enrolled.',
    })
    expect(await rowsWith(server(), marker)).not.toEqual([])
    expect(await lastAuditLine(server())).toMatchObject({
      detail: { command: 'student erase', refused: true },
    })
    await server()
      .db.update(enrollments)
      .set({ withdrawn_on: '2026-05-01' })
      .where(eq(enrollments.student_id, student_id))
    expect((await eraseStudent(run, '--yes')).code).toBe(0)
    const other = await markedFamily(server())
    expect((await eraseStudent(other.run, '--yes', '--still-enrolled')).code).toBe(0)
    expect(await rowsWith(server(), other.marker)).toEqual([])
  })

  it('if the typed RUN differs, or there is no terminal for the question', async () => {
    const { run, marker } = await createLeaverFamily()
    const eraseWithResponses = (...responses: string[]) =>
      operate(['student', 'erase', run.typed], { responses })
    expect((await eraseWithResponses('')).errors).toBe('No es el mismo RUN. No se borró nada.')
    expect((await eraseWithResponses('40.215.347-4')).errors).toBe('No es el mismo RUN. No se borró nada.')
    expect((await eraseStudent(run)).errors).toBe(
      'Falta la confirmación: agregue --yes si nadie puede responder.',
    )
    expect(await rowsWith(server(), marker)).not.toEqual([])
    expect((await eraseWithResponses(run.typed.replace('-', ''))).code).toBe(0)
    expect(await rowsWith(server(), marker)).toEqual([])
  })
})

describe('a student’s RUN', () => {
  it('can be corrected, unless another student of the school has it', async () => {
    const { run, student_id, school, call } = await markedFamily(server())
    const [fresh, existing] = [newRun(), newRun()]
    await school.student(existing.columns)
    const set = (typed: string) => operate(['student', 'set-rut', run.typed, typed])
    expect((await set(existing.typed)).errors).toBe('Otro estudiante del colegio ya tiene ese RUN.')
    expect((await set(run.typed)).errors).toBe('El estudiante ya tiene ese RUN.')
    expect((await set(fresh.typed)).code).toBe(0)
    expect((await call('getProfile')).json().students).toMatchObject([fresh.columns])
    expect(await lastAuditLine(server())).toMatchObject({
      student_id,
      detail: { command: 'student set-rut' },
    })
  })
})
