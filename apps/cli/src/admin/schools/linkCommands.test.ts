import { auditLog } from '@apoderados/core/db/tables/audit'
import { parents, studentParents, students } from '@apoderados/core/db/tables/people'
import { newRun } from '@apoderados/importer/testing/newRun'
import { createTestSchool, fileId } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const BLOCK_REASON = 'Rol C-123-2026, Juzgado de Familia'
const PNG_BYTES = Buffer.from('89504e470d0a1a0a00', 'hex')

/** Creates a student with a photo, whose parents are both signed in. */
async function createSeparatedFamily() {
  const school = await createTestSchool(server())
  const course_id = await school.course()
  const [run, photo_id] = [newRun(), fileId()]
  await server().services.files.write(photo_id, PNG_BYTES)
  const mother = await school.family(course_id, { student: run.columns, enrollment: { photo_id } })
  const rut = newRun()
  const email = `padre.${rut.columns.rut}@example.com`
  const father_id = await school.parent({ ...rut.columns, email, foreign_document: null })
  await school.link(father_id, mother.student_id, { no_access_reason: null })
  const father = await school.signIn(father_id)
  const { student_id } = mother
  return { school, student_id, mother, father, father_id, email, rut: rut.typed, run: run.typed }
}

const readLink = async (parent_id: number, student_id: number) => {
  const [link] = await server()
    .db.select()
    .from(studentParents)
    .where(and(eq(studentParents.parent_id, parent_id), eq(studentParents.student_id, student_id)))
  return link
}

describe('a blocked link', () => {
  it('ends the access at once in an open session, also to photos, and for no other parent', async () => {
    const { run, email, father, father_id, mother, student_id, school } = await createSeparatedFamily()
    const profile = (await father.call('getProfile')).json()
    const photo = profile.students[0].enrollment.profile_image
    const read = () => father.call('getObservations', { student_id })
    expect((await read()).statusCode).toBe(200)
    expect((await server().app.inject(photo)).statusCode).toBe(200)

    const done = await operate(['link', 'block', run, email, '--reason', BLOCK_REASON])
    expect(done).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^Acceso cerrado: \S.+ ya no ve a \S.+ \(\S.+\)\. Rige desde ya en todos los dispositivos; ninguna importación lo vuelve a abrir\.$/,
      ),
      errors: '',
    })
    expect((await read()).statusCode).toBe(404)
    expect((await server().app.inject(photo)).statusCode).toBe(404)
    expect((await father.call('getProfile')).json().students).toEqual([])
    expect((await mother.ask('getObservations')).statusCode).toBe(200)
    expect(await readLink(father_id, student_id)).toMatchObject({
      has_access: false,
      no_access_reason: BLOCK_REASON,
    })
    expect(await lastAuditLine(server())).toMatchObject({
      parent_id: father_id,
      student_id,
      establishment_id: school.establishment_id,
      detail: { command: 'link block' },
    })
  })

  it('names guardian and child, and the other children, whom --all blocks too', async () => {
    const { run, email, father, father_id, school, student_id } = await createSeparatedFamily()
    await server()
      .db.update(parents)
      .set({ name: 'Pedro', last_name: 'Soto' })
      .where(eq(parents.id, father_id))
    await server()
      .db.update(students)
      .set({ name: 'Ana', last_name: 'Soto', second_last_name: 'Díaz' })
      .where(eq(students.id, student_id))
    const course_id = await school.course({ name: '6° Básico', letter: 'B' })
    const sibling = await school.family(course_id, {
      student: { name: 'Luis', last_name: 'Soto', second_last_name: null },
    })
    await school.link(father_id, sibling.student_id, { no_access_reason: null })
    const visibleStudents = async () => (await father.call('getProfile')).json().students.length

    const one = await operate(['link', 'block', run, email, '--reason', BLOCK_REASON])
    expect(one.output).toMatch(/^Acceso cerrado: Pedro Soto ya no ve a Ana Soto Díaz \(\S.+\)\. Rige/)
    expect(one.output.split('\n')[1]).toBe(
      'Pedro Soto todavía ve a Luis Soto (6° Básico B). Para cerrarle también ese acceso, repita con --all.',
    )
    expect(await visibleStudents()).toBe(1)

    const all = await operate(['link', 'block', run, email, '--reason', BLOCK_REASON, '--all'])
    expect(all.output).toMatch(/^Acceso cerrado: Pedro Soto ya no ve a Luis Soto \(6° Básico B\)\. Rige/)
    expect(await visibleStudents()).toBe(0)
    expect(await readLink(father_id, sibling.student_id)).toMatchObject({
      has_access: false,
      no_access_reason: BLOCK_REASON,
    })
    expect(await lastAuditLine(server())).toMatchObject({
      parent_id: father_id,
      student_id: sibling.student_id,
      detail: { command: 'link block' },
    })
    const again = await operate(['link', 'block', run, email, '--reason', BLOCK_REASON])
    expect(again.output).toBe('El acceso ya estaba cerrado. Se guardó el motivo nuevo.')
  })

  it('can be restored at once, but not the addresses of its calendars', async () => {
    const { run, email, father, father_id, student_id } = await createSeparatedFamily()
    const { path } = (await father.call('createCalendarFeed', { student_id })).json()
    await operate(['link', 'block', run, email, '--reason', BLOCK_REASON])
    const done = await operate(['links', 'restore', run, email])
    expect([done.code, done.output]).toEqual([0, 'Acceso devuelto. Rige desde ya.'])
    expect((await father.call('getObservations', { student_id })).statusCode).toBe(200)
    expect(await readLink(father_id, student_id)).toMatchObject({ has_access: true, no_access_reason: null })
    expect((await server().app.inject({ url: path })).statusCode).toBe(404)
    expect((await operate(['link', 'restore', run, email])).errors).toBe('El acceso no estaba cerrado.')
  })

  it('keeps names, e-mails and the reason out of the audit log', async () => {
    const { run, email } = await createSeparatedFamily()
    await operate(['link', 'block', run, email, '--reason', 'Motivo secreto de Elena'])
    await operate(['link', 'block', run, 'nadie@example.com', '--reason', 'Motivo secreto de Elena'])
    const rows = await server().db.select().from(auditLog).where(eq(auditLog.action, 'operator'))
    const text = JSON.stringify(rows)
    for (const hiddenText of ['secreto', '@', run.slice(0, 8)]) expect(text).not.toContain(hiddenText)
    expect(rows.at(-1)?.detail).toMatchObject({ command: 'link block', refused: true })
  })
})

describe('a missing link', () => {
  it.each([
    [
      ['nada', 'a@example.com'],
      'Ese RUN no es válido. Escríbalo con su dígito verificador, como 12.345.678-5.',
    ],
    [
      ['46.000.001-1', 'a@example.com'],
      'Ese RUN no es válido. Escríbalo con su dígito verificador, como 12.345.678-5.',
    ],
    [['12.345.678-5', 'a@example.com'], 'No hay un estudiante con ese RUN.'],
    [['40.215.347-4', 'a@b'], 'Ese correo no está bien escrito.'],
    [['40.215.347-4', 'nadie@example.com'], 'No hay una cuenta con ese correo.'],
    [['40.215.347-4', '12.345.678-5'], 'No hay una cuenta con ese RUT.'],
    [['40.215.347-4', 'passport:XX1'], 'No hay una cuenta con ese documento.'],
    [['40.215.347-4', 'nuevo@example.com'], 'Ese apoderado no está vinculado a ese estudiante.'],
    [
      ['40.215.347-4', 'otra.familia@example.com', '--school', '90002-1'],
      'Ese RBD no es válido. Escríbalo con su dígito verificador, como 90002-8.',
    ],
    [['40.215.347-4', 'otra.familia@example.com', '--school', '9283-5'], 'No hay un colegio con ese RBD.'],
  ])('%j is refused with one line', async (args, errors) => {
    const refused = await operate(['link', 'block', ...args, '--reason', BLOCK_REASON])
    expect(refused).toEqual({ code: 1, output: '', errors })
  })

  it('requires a reason that is not empty', async () => {
    const block = (reason: string) =>
      operate(['link', 'block', '40.215.347-4', 'otra.familia@example.com', '--reason', reason])
    expect((await block(' \n ')).errors).toBe('Escriba el motivo: queda junto al vínculo.')
    expect((await block('x'.repeat(501))).errors).toBe('El motivo tiene más de 500 caracteres.')
    expect((await block('')).code).toBe(2)
  })
})
