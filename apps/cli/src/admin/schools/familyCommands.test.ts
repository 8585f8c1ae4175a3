import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { students } from '@apoderados/core/db/tables/people'
import { markedFamily, rowsWith } from '@apoderados/importer/testing/markedFamily'
import { newRun } from '@apoderados/importer/testing/newRun'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { setupFolders } from '../../testing/folders.ts'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
let folder: string
let exportCount = 0

beforeAll(async () => {
  folder = await newFolder()
})

async function exportFamily(cuenta: string) {
  exportCount += 1
  const to = join(folder, `entrega-${exportCount}`)
  const { code, output, errors } = await operate(['family', 'export', cuenta, '--to', to])
  const text = code === 0 ? await readFile(join(to, 'family.json'), 'utf8') : '{}'
  return { code, output, errors, to, text, family: JSON.parse(text) }
}

/** Matches the names of columns that are not exported to the family, in any table. */
const withheldColumns =
  /^(password_hash|social_name|insign_hash|photo_hash|document_hash|token|token_hash|account|code|seed)$/

/** Returns all texts of the database that contain the marker, except those of withheld columns. */
async function findTextsWith(marker: string): Promise<string[]> {
  const rows = await rowsWith(server(), marker)
  const texts = rows.flatMap((row) => {
    const columns = JSON.parse(row.slice(row.indexOf(':') + 1)) as Record<string, unknown>
    return Object.entries(columns).filter(([name]) => !withheldColumns.test(name))
  })
  return texts.flatMap(([, value]) => (typeof value === 'string' && value.includes(marker) ? [value] : []))
}

describe('an export of a family’s data', () => {
  it('contains every stored text about guardian and student, and their photos', async () => {
    const { marker, email, photos } = await markedFamily(server())
    const { code, text, family, to, output } = await exportFamily(email)
    expect(code).toBe(0)
    expect(family.known_devices).toEqual([
      { created_at: expect.any(String), last_used_at: expect.any(String) },
    ])
    // `no_access_reason` is not exported for a link whose parent has access.
    const texts = (await findTextsWith(marker)).filter((value) => value !== `Ninguno ${marker}`)
    expect(texts.length).toBeGreaterThan(15)
    for (const value of texts) expect(text).toContain(value)
    for (const id of photos) {
      expect(family.files[id]).toBe(`files/${id}.png`)
      expect(await readFile(join(to, family.files[id]))).toEqual(await server().services.files.read(id))
    }
    expect(output).toBe(
      `Quedó en ${to}. Estudiantes: 1. Archivos: 3.\nEntréguelo solo a esa persona y borre la carpeta después.`,
    )
  })

  it('contains what the course shows the student: events with documents, subjects, teachers', async () => {
    const { email, document_id, courseMarker, course_id, school } = await markedFamily(server())
    const otherElective = await school.subject(course_id, { is_elective: true })
    await school.event({ course_id, course_subject_id: otherElective, title: 'De un electivo ajeno' })
    const { family, to } = await exportFamily(email)
    const [student] = family.students
    expect(student.events).toMatchObject([
      {
        title: `Reunión ${courseMarker}`,
        document_id,
        document_name: 'pauta.pdf',
        course_id: expect.any(Number),
      },
    ])
    expect(await readFile(join(to, family.files[document_id]), 'utf8')).toBe(`%PDF-1.7 ${courseMarker}`)
    const [enrollment] = student.enrollments
    expect(enrollment).toMatchObject({
      course: { name: `5° Básico ${courseMarker}` },
      electives: [expect.stringMatching(courseMarker)],
      attendance: [{ status: 'present' }],
      arrears: [{ status: 'created' }],
      observations: [{ employee: { name: `Rosa ${courseMarker}` }, event_type: 'neutral' }],
    })
    expect(enrollment.grades).toMatchObject([{ sub_period: `1° Semestre ${courseMarker}`, tenths: null }])
  })

  it('contains no secret of the account', async () => {
    const { email, marker, session_id, parent_id } = await markedFamily(server())
    const { text } = await exportFamily(email)
    const { rows } = await server().db.$client.query(
      'select password_hash as secret from parents where id = $1 union select code from recovery_codes where parent_id = $1 union select account from recovery_codes where parent_id = $1 union select seed from mails where parent_id = $1',
      [parent_id],
    )
    expect(rows).toHaveLength(4)
    for (const secret of [...rows.map((row) => row.secret), `token ${marker}`, session_id, 'argon2'])
      expect(text).not.toContain(secret)
  })

  it('contains a social name only if the family may see it', async () => {
    const { email, marker, student_id } = await markedFamily(server())
    expect((await exportFamily(email)).text).not.toContain(`Secreto ${marker}`)
    await server().db.update(students).set({ shows_social_name: true }).where(eq(students.id, student_id))
    expect((await exportFamily(email)).text).toContain(`Secreto ${marker}`)
  })

  it('contains nothing of the other parent, nor of another family', async () => {
    const { email, make, school, student_id, course_id } = await markedFamily(server())
    const father = school.withMarker('c0ffeefa')
    await make.link(await father.parent(), student_id, { other_type: null, no_access_reason: null })
    const neighbour = school.withMarker('c0ffeefb')
    await neighbour.family(course_id, { parent: { shares_phone: true, shares_email: true } })
    expect((await exportFamily(email)).text).not.toMatch(/c0ffeefa|c0ffeefb/)
  })

  it('contains nothing of a student to whom the guardian’s access is blocked', async () => {
    const { email, run, marker, make, course_id, parent_id } = await markedFamily(server())
    const sibling = make.withMarker('c0ffeefc')
    const sibling_id = await sibling.student(newRun().columns)
    await sibling.enroll(sibling_id, course_id)
    await make.link(parent_id, sibling_id, { other_type: null })
    await operate(['link', 'block', run.typed, email, '--reason', 'Rol C-1'])
    const { text, output, family } = await exportFamily(email)
    expect(family.students.map(({ id }: { id: number }) => id)).toEqual([sibling_id])
    expect(text).not.toContain(`Inés ${marker}`)
    expect(text).not.toContain('Rol C-1')
    expect(output).toContain('Estudiantes que no incluye, por estar cerrado su acceso: 1.')
  })

  it('lists the readers of their contacts, by number only, and the account’s own actions', async () => {
    const { email, school, course_id, student_id, ask, parent_id } = await markedFamily(server())
    const neighbour = school.withMarker('c0ffeefd')
    const reader = await neighbour.family(course_id)
    await reader.ask('getClassmates')
    await ask('getClassmates')
    const stranger = await markedFamily(server())
    await stranger.ask('getClassmates')
    const { family } = await exportFamily(email)
    expect(family.contacts_read_by).toEqual([{ at: expect.any(String), parent_id: reader.parent_id }])
    expect(family.activity).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'contacts_read', student_id })]),
    )
    expect(await lastAuditLine(server())).toMatchObject({
      parent_id,
      detail: { students: [student_id] },
    })
  })

  it('lists readings while the class list was shown: from the beginning of the year to the end of the next March, in the school’s time zone', async () => {
    const { email, school, course_id } = await markedFamily(server(), 2026)
    const { parent_id, student_id } = await school.withMarker('c0ffeefe').family(course_id)
    // The last of these times is on 31 March in the school's time zone.
    const listedTimes = ['2026-01-08T12:00Z', '2027-03-10T12:00Z', '2027-04-01T01:00Z']
    const unlistedTimes = ['2025-12-31T12:00Z', '2027-04-01T12:00Z']
    for (const at of [...listedTimes, ...unlistedTimes])
      await server()
        .db.insert(auditLog)
        .values({ action: 'contacts_read', parent_id, student_id, at: new Date(at) })
    const { family } = await exportFamily(email)
    expect(family.contacts_read_by.map(({ at }: { at: string }) => new Date(at))).toEqual(
      listedTimes.map((at) => new Date(at)),
    )
  })

  it('is in a folder that only this user can read', async () => {
    const { email } = await markedFamily(server())
    const { to, family } = await exportFamily(email)
    const modes = await Promise.all(
      [
        to,
        join(to, 'files'),
        join(to, 'family.json'),
        ...Object.values(family.files).map((path) => join(to, path as string)),
      ].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
    )
    expect(modes).toEqual(['700', '700', '600', '600', '600', '600'])
    expect(await readdir(to)).toEqual(['family.json', 'files'])
  })
})

describe('an export that fails', () => {
  it('leaves no files', async () => {
    const { email } = await markedFamily(server())
    const existing = join(folder, 'existe')
    await writeFile(existing, '')
    const into = (to: string) => operate(['family', 'export', email, '--to', to])
    expect(await into(existing)).toEqual({
      code: 1,
      output: '',
      errors: `${existing} ya existe: elija otra carpeta.`,
    })
    expect((await into(folder)).errors).toBe(`${folder} ya existe: elija otra carpeta.`)
    expect((await into(join(existing, 'dentro'))).errors).toMatch(
      /^No se puede: .+existe\/dentro.*: no es una carpeta$/,
    )
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
    expect((await operate(['family', 'export', 'nadie@example.com', '--to', join(folder, 'x')])).errors).toBe(
      'No hay una cuenta con ese correo.',
    )
    expect((await operate(['family', 'export', email])).errors).toMatch(/^Falta --to <carpeta>\./)
  })
})
