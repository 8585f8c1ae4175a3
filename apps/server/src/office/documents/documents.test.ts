import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { DocumentKind } from '@apoderados/contract/documents'
import { documentKinds, folioOf } from '@apoderados/contract/documents'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import {
  DIRECTION,
  type OfficeBrowser,
  PUBLIC_URL,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { CAROLINA, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

const owner = setupServer({ publicUrl: PUBLIC_URL })
// The console and the families' API run with the rights that a school's server has.
const server = setupServer({
  publicUrl: PUBLIC_URL,
  secondProcessOf: () => ({ url: urlAs(owner().url, restrictedRoles.server), services: owner().services }),
})
beforeAll(() => makeRoles(owner().db))
const office = setupOffice(server, owner)
const query = async (sql: string, values: unknown[] = []) =>
  (await owner().db.$client.query(sql, values)).rows

let direction: OfficeBrowser
let secretary: OfficeBrowser
let jwt: string
let place: { school_id: number; course_id: number; student_id: number; name: string }
beforeAll(async () => {
  direction = await office.signIn(DIRECTION)
  secretary = await office.signIn(SECRETARY)
  jwt = await server().signIn(CAROLINA)
  const [row] = await query(`select enrollment.establishment_id::float8 as school_id,
      enrollment.course_id::float8 as course_id, student.id::float8 as student_id,
      concat_ws(' ', student.name, student.last_name, student.second_last_name) as name
    from enrollments enrollment join students student on student.id = enrollment.student_id
    where student.id = 1 and enrollment.withdrawn_on is null order by enrollment.year desc limit 1`)
  place = row
})

const NOTHING = { kinds: [] as DocumentKind[], signer_name: '', signer_title: '' }
const EVERYTHING = {
  kinds: [...documentKinds],
  signer_name: 'Gloria Venegas Riffo',
  signer_title: 'Directora',
}
const save = (before: typeof NOTHING, after: typeof NOTHING) =>
  direction.send('saveDocumentSettings', { school_id: place.school_id, before, after })
beforeEach(async () => {
  await query('delete from issued_documents')
  await query('delete from document_batches')
  await query('delete from document_settings')
})
const turnOn = async () => expect((await save(NOTHING, EVERYTHING)).statusCode).toBe(200)

const certificate = (kind: DocumentKind, student_id = 1, token = jwt) =>
  server().send('getCertificate', { kind, student_id }, { jwt: token })
const kindsFor = async () =>
  (await server().send('getCertificates', { student_id: 1 }, { jwt })).json().kinds as string[]
const textOf = async (bytes: Uint8Array) => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}
const check = (folio: string) => server().app.inject({ url: `${BASE_PATH}/folio/${folio}` })
const list = async () => (await secretary.send('listIssuedDocuments', { school_id: place.school_id })).json()
const lastFolio = async () => (await list()).documents[0].folio as string
const lastLine = async () =>
  (await direction.send('getRegister', { school_id: place.school_id })).json().lines[0]

describe('certificates of the families', () => {
  it('do not exist until the school turns their kind on', async () => {
    expect(await kindsFor()).toEqual([])
    expect((await certificate('regular')).statusCode).toBe(404)
    expect((await save(NOTHING, { ...NOTHING, kinds: ['grades'] })).statusCode).toBe(200)
    expect(await kindsFor()).toEqual(['grades'])
    expect((await certificate('regular')).statusCode).toBe(404)
    expect((await certificate('grades')).statusCode).toBe(200)
  })

  it('state the student, the school, who signs, the folio and where it is checked', async () => {
    await turnOn()
    const response = await certificate('regular')
    expect(response.headers['content-type']).toBe('application/pdf')
    const text = await textOf(response.rawPayload)
    const folio = await lastFolio()
    const dashed = folio.match(/.{4}/g)?.join('-')
    for (const part of [
      `Se certifica que ${place.name}`,
      'regular de 5° Básico A',
      'Gloria Venegas Riffo Directora',
      `Folio ${dashed}`,
    ])
      expect(text).toContain(part)
    expect(text.replaceAll(' ', '')).toContain(`${PUBLIC_URL}${BASE_PATH}/folio`) // it takes two lines
    expect(text).not.toContain('Documento informativo')
    const grades = await textOf((await certificate('grades')).rawPayload)
    expect(grades).toContain('Documento informativo')
    expect(grades).toContain('Lenguaje y Comunicación')
    expect(await textOf((await certificate('enrolment')).rawPayload)).toContain('tiene matrícula')
    expect(await textOf((await certificate('attendance')).rawPayload)).toContain('Porcentaje de asistencia')
  })

  it('name the school’s landline on the page of the check as it is dialled', async () => {
    await turnOn()
    await certificate('regular')
    await query("update establishments set phone = '+56712000001' where id = $1", [place.school_id])
    expect((await check(await lastFolio())).body).toContain('<a href="tel:+56712000001">+56 71 200 0001</a>')
  })

  it('are archived: PDF/A-2b with a structure, in Spanish', async () => {
    await turnOn()
    const bytes = (await certificate('regular')).rawPayload.toString('latin1')
    for (const part of ['<pdfaid:part>2<', '<pdfaid:conformance>B<', '/MarkInfo', '/Lang (es-CL)'])
      expect(bytes).toContain(part)
  })

  it('have the averages of the app', async () => {
    await turnOn()
    const [period] = (await server().send('getSubPeriods', { student_id: 1 }, { jwt })).json()
    const fields = { student_id: 1, establishment_sub_period_id: period.id }
    const { averages, average } = (await server().send('getPeriodQualifications', fields, { jwt })).json()
    const text = await textOf((await certificate('grades')).rawPayload)
    const comma = (mark: number) => mark.toFixed(1).replace('.', ',')
    for (const { subject, average: mark } of averages)
      if (mark !== null) expect(text).toContain(`${subject} ${comma(mark)}`)
    expect(text).toContain(`Promedio del período ${comma(average)}`)
  })

  it('are the same file on the same day', async () => {
    await turnOn()
    const [first, second] = [await certificate('regular'), await certificate('regular')]
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect((await list()).total).toBe(1)
    expect(await lastLine()).toMatchObject({ action: 'document_requested', guardian: expect.anything() })
  })

  it('are refused to a parent without the student', async () => {
    await turnOn()
    expect((await certificate('regular', 1, await server().signIn(DANIELA))).statusCode).toBe(404)
  })
})

describe('the public check', () => {
  it('shows the least: neither the name nor the whole RUN', async () => {
    await turnOn()
    await certificate('regular')
    const folio = await lastFolio()
    const response = await check(folio.toLowerCase())
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.body).toContain('Documento vigente')
    const [, ...names] = place.name.split(' ')
    for (const name of names) expect(response.body).not.toContain(name)
    const [{ rut }] = await query('select rut from students where id = 1')
    expect(response.body).not.toContain(rut)
    expect(response.body).toContain(`RUN terminado en ${rut.slice(-3)}-`)
    expect((await list()).documents[0].checks).toBe(1)
  })

  it('tells that the data have changed since', async () => {
    await turnOn()
    await certificate('grades')
    const folio = await lastFolio()
    await query(`update grades set tenths = case when tenths = 70 then 10 else 70 end
      where enrollment_id in (select id from enrollments where student_id = 1) and tenths is not null`)
    const response = await check(folio)
    expect(response.body).toContain('Ya no coincide')
    expect((await list()).documents[0].state).toBe('outdated')
  })

  it('tells that the school has revoked it, whose reason the register keeps', async () => {
    await turnOn()
    await certificate('regular')
    const request = { school_id: place.school_id, folio: await lastFolio(), reason: 'Datos equivocados' }
    expect((await secretary.send('revokeDocument', request)).statusCode).toBe(403)
    expect((await direction.send('revokeDocument', request)).statusCode).toBe(200)
    expect((await direction.send('revokeDocument', request)).json().message).toBe(
      officeMessages.alreadyRevoked,
    )
    const { body } = await check(request.folio)
    expect(body).toContain('Documento revocado')
    expect(body).not.toContain('Datos equivocados')
    expect(await lastLine()).toMatchObject({
      action: 'document_revoked',
      student: { id: 1 },
      detail: { reason: 'Datos equivocados' },
    })
    const other = (await certificate('regular')).rawPayload
    expect(await textOf(other)).not.toContain(request.folio.slice(0, 4))
  })

  it('answers 404 to unknown folios, in one way, and escapes what was typed', async () => {
    const bodies = new Set<string>()
    for (let at = 0; at < 50; at += 1) {
      const folio = folioOf(crypto.getRandomValues(new Uint8Array(10)))
      const response = await check(folio)
      expect(response.statusCode).toBe(404)
      bodies.add(response.body.replace(/value="[^"]*"/, ''))
    }
    expect(bodies.size).toBe(1)
    const typed = await server().app.inject({
      url: `${BASE_PATH}/folio?folio=${encodeURIComponent('"><b>x')}`,
    })
    expect(typed.statusCode).toBe(404)
    expect(typed.body).not.toContain('<b>x')
    expect((await server().app.inject({ url: `${BASE_PATH}/folio` })).body).toContain('<form')
  })
})

describe('the console', () => {
  it('issues to a student, and to whole courses by a job whose files are one zip', async () => {
    await turnOn()
    const { school_id, course_id, student_id } = place
    const request = { school_id, student_id, kind: 'regular' }
    const { folio } = (await secretary.send('issueDocument', request)).json()
    const file = await secretary.send('getIssuedFile', { school_id, folio })
    expect(await textOf(file.rawPayload)).toContain(place.name)
    const job = { school_id, kind: 'attendance', course_ids: [course_id] }
    const { id, total } = (await secretary.send('issueToCourses', job)).json()
    await server().services.documentJobs.run()
    await server().services.documentJobs.run()
    expect((await list()).batches[0]).toMatchObject({ id, total, done: total, failure: null })
    const zip = await secretary.send('getBatchFile', { school_id, batch_id: id })
    const files = Object.entries(unzipSync(new Uint8Array(zip.rawPayload)))
    expect(files.length).toBe(total)
    expect(await textOf(files[0]?.[1] as Uint8Array)).toContain('Certificado de asistencia')
  })

  it('refuses a kind that is off, and a student of another school', async () => {
    const { school_id, student_id } = place
    const request = { school_id, student_id, kind: 'regular' }
    expect((await secretary.send('issueDocument', request)).statusCode).toBe(409)
    await turnOn()
    expect((await secretary.send('issueDocument', { ...request, student_id: 999_999 })).statusCode).toBe(409)
  })

  it('shows a sample without a folio', async () => {
    for (const kind of documentKinds) {
      const response = await secretary.send('previewDocument', { school_id: place.school_id, kind })
      expect(await textOf(response.rawPayload)).toContain('Nombre Apellido Apellido')
    }
    expect((await list()).total).toBe(0)
  })

  it('prints lists of a course as PDF and as a workbook', async () => {
    const { school_id, course_id } = place
    const { periods } = (await secretary.send('getCourseListChoices', { school_id, course_id })).json()
    const [{ day }] = await query('select max(day)::text as day from attendance')
    for (const choice of [
      { list: 'students' },
      { list: 'attendance', month: day.slice(0, 7) },
      { list: 'grades', sub_period_id: periods[0].id },
    ]) {
      const request = { school_id, course_id, ...choice }
      const pdf = await secretary.send('getCourseList', { ...request, format: 'pdf' })
      expect(await textOf(pdf.rawPayload)).toContain('5° Básico A')
      const book = await secretary.send('getCourseList', { ...request, format: 'xlsx' })
      expect(Object.keys(unzipSync(new Uint8Array(book.rawPayload)))).toContain('xl/workbook.xml')
    }
    const without = { school_id, course_id, list: 'attendance', format: 'pdf' }
    expect((await secretary.send('getCourseList', without)).statusCode).toBe(404)
  })
})

describe('the settings', () => {
  it('are not overwritten unseen, and the register has each change', async () => {
    await turnOn()
    const second = await save(NOTHING, NOTHING)
    expect(second.statusCode).toBe(409)
    expect(second.json().conflict.current).toContain('firma Gloria Venegas Riffo, Directora')
    expect(await lastLine()).toMatchObject({
      action: 'setting_changed',
      detail: { about: 'Documentos con folio', before: 'Ninguno' },
    })
  })

  it('have pictures, which the documents show', async () => {
    await turnOn()
    const { school_id } = place
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = (bytes: Buffer) =>
      direction.send(
        'setDocumentPicture',
        { school_id, picture: 'signature' },
        { payload: bytes, headers: { 'content-type': 'application/octet-stream' } },
      )
    expect((await upload(Buffer.from('no es una imagen'))).statusCode).toBe(400)
    expect((await upload(png)).statusCode).toBe(200)
    const before = (await certificate('regular')).rawPayload
    expect(before.toString('latin1')).toContain('/Alt')
    expect((await direction.send('getDocumentSettings', { school_id })).json()).toMatchObject({
      has_signature: true,
      has_logo: false,
      has_certificate: false,
    })
    await direction.send('removeDocumentPicture', { school_id, picture: 'signature' })
    expect((await direction.send('getDocumentSettings', { school_id })).json().has_signature).toBe(false)
  })
})
