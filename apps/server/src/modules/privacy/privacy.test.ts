import { randomUUID } from 'node:crypto'
import { CONSENT_VERSION } from '@apoderados/contract/privacy'
import { queueStaffMail } from '@apoderados/core/mails/mails'
import { claimOverdue } from '@apoderados/core/privacy/dataRequests'
import { DIRECTION, type OfficeBrowser, SECRETARY, setupOffice } from '@apoderados/testing/officeServer'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

const server = setupServer()
const office = setupOffice(server)
const query = async (sql: string, values: unknown[] = []) =>
  (await server().db.$client.query(sql, values)).rows

type Family = Awaited<ReturnType<TestSchool['family']>>
let school: TestSchool
let director: OfficeBrowser
let secretary: OfficeBrowser
let own: Family
let other: Family
let school_id: number

beforeAll(async () => {
  director = await office.signIn(DIRECTION)
  secretary = await office.signIn(SECRETARY)
  school = await createTestSchool(server(), {}, 'propia')
  school_id = school.establishment_id
  const staff = `insert into staff_schools (staff_id, establishment_id, role)
    select id, $1, case email when $2 then 'direction' else 'secretary' end from staff where email in ($2, $3)`
  await query(staff, [school_id, DIRECTION, SECRETARY])
})

beforeEach(async () => {
  const course_id = await school.course()
  own = await school.family(course_id)
  other = await school.withMarker('ajena').family(course_id)
  await query('update student_parents set is_legal_representative = true where parent_id = $1', [
    own.parent_id,
  ])
})

const consent = (family: Family, fields: object) =>
  family.call('setConsent', { student_id: null, is_granted: true, version: CONSENT_VERSION, ...fields })
const request = (family: Family, fields: object = {}) =>
  family.call('createDataRequest', {
    key: randomUUID(),
    kind: 'access',
    establishment_id: school_id,
    student_id: null,
    text: 'Quiero mis datos',
    ...fields,
  })
const classmatesOf = async (family: Family) => (await family.ask('getClassmates')).json().classmates
const asStaff = (name: 'listDataRequests' | 'getDataRequest' | 'answerDataRequest', fields: object) =>
  director.send(name, { school_id, ...fields })

describe('what a guardian shows to the course', () => {
  it('follows each choice at the next call, with a record of the text', async () => {
    expect((await classmatesOf(other))[0].parents[0].phone).toBeNull()
    expect((await consent(own, { kind: 'phone' })).statusCode).toBe(200)
    expect((await classmatesOf(other))[0].parents[0].phone).toContain('+569')
    await consent(own, { kind: 'phone', is_granted: false })
    expect((await classmatesOf(other))[0].parents[0].phone).toBeNull()
    const records = await query(
      'select kind, is_granted, channel, text_version, length(text_hash) as length from consents where parent_id = $1 order by id',
      [own.parent_id],
    )
    const record = { kind: 'phone', channel: 'app', text_version: CONSENT_VERSION, length: 64 }
    expect(records).toEqual([
      { ...record, is_granted: true },
      { ...record, is_granted: false },
    ])
    const { phone, email, students, schools } = (await own.call('getPrivacy')).json()
    expect(phone).toEqual({ is_granted: false, since: expect.any(String) })
    expect(email).toEqual({ is_granted: false, since: null })
    expect(students).toMatchObject([{ student_id: own.student_id, is_representative: true }])
    expect(schools).toMatchObject([{ id: school_id }])
  })

  it('is refused for another text than the one of today', async () => {
    const response = await consent(own, { kind: 'email', version: 'otra' })
    expect(response.statusCode).toBe(409)
  })

  it('shows the photo of a child only by a legal representative', async () => {
    const photo = { kind: 'photo', student_id: other.student_id }
    expect((await consent(other, photo)).statusCode).toBe(403)
    expect((await consent(own, photo)).statusCode).toBe(404)
    expect((await consent(own, { kind: 'photo', student_id: own.student_id })).statusCode).toBe(200)
    const [row] = await query('select shares_photo from enrollments where student_id = $1', [own.student_id])
    expect(row).toEqual({ shares_photo: true })
  })

  it('tells on which days how many families read the contacts, and not who', async () => {
    await classmatesOf(other)
    const { days } = (await own.call('getContactReaders')).json()
    expect(days).toEqual([{ day: expect.any(String), families: 1 }])
  })
})

describe('the file of a guardian’s data', () => {
  it('has nothing of another family, and says what each kind is kept for', async () => {
    await consent(other, { kind: 'phone' })
    await request(other, { text: 'pregunta ajena' })
    await classmatesOf(other)
    const response = await own.call('getMyData', { format: 'json' })
    const data = response.json()
    expect(data.students).toHaveLength(1)
    expect(data.uses[0]).toEqual({
      data: expect.any(String),
      origin: expect.any(String),
      purpose: expect.any(String),
      recipients: expect.any(String),
      storage: expect.any(String),
    })
    expect(response.body).toContain('propia')
    expect(response.body).not.toContain('ajena')
    expect(response.headers['content-disposition']).toContain('mis-datos.json')
  })

  it('leaves out the child of whom the guardian is no legal representative', async () => {
    const data = (await other.call('getMyData', { format: 'json' })).json()
    expect([data.students, data.students_of_other_representatives]).toEqual([[], 1])
  })

  it('says the days of the school, also of what happened in the evening', async () => {
    const { id } = (await request(own, { text: 'de noche' })).json()
    await query(`update data_requests set created_at = '2026-05-02T02:30:00Z' where id = $1`, [id])
    const { rawPayload } = await own.call('getMyData', { format: 'pdf' })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    expect(text).toContain('01-05-2026 · Acceso: de noche')
  })

  it('is a readable PDF too', async () => {
    const { rawPayload, headers } = await own.call('getMyData', { format: 'pdf' })
    expect(headers['content-type']).toBe('application/pdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    expect(text).toContain('Mis datos en Apoderados')
    expect(text).toContain('De dónde vienen')
    expect(text).not.toContain('ajena')
  })
})

describe('a request', () => {
  it('is acknowledged, reaches the direction with its clock, and is answered once', async () => {
    const sent = await request(own, { kind: 'rectification', text: 'Mi apellido es Sotto' })
    const { id, due_on } = sent.json()
    const listed = await asStaff('listDataRequests', { view: 'pending' })
    const [row] = listed.json().requests.filter((each: { id: number }) => each.id === id)
    expect(row).toMatchObject({
      kind: 'rectification',
      days_left: 30,
      due_on,
      guardian: 'Elena propia Soto propia',
    })
    const detail = (await asStaff('getDataRequest', { request_id: id })).json()
    expect(detail).toMatchObject({ text: 'Mi apellido es Sotto', student: null, answers: [] })
    const answer = { request_id: id, outcome: 'granted', text: 'Corregido', answers: 0 }
    expect((await asStaff('answerDataRequest', answer)).statusCode).toBe(200)
    expect((await asStaff('answerDataRequest', answer)).statusCode).toBe(409)
    const [shown] = (await own.call('getPrivacy')).json().requests
    expect(shown).toMatchObject({ id, days_left: null, answers: [{ outcome: 'granted', text: 'Corregido' }] })
    const kinds = await query('select kind from mails where parent_id = $1 order by kind', [own.parent_id])
    expect(kinds.map(({ kind }) => kind)).toEqual(['request_answered', 'request_received'])
    const lines = await query(`select action from audit_log where detail ->> 'request' = $1 order by id`, [
      String(id),
    ])
    expect(lines.map(({ action }) => action)).toEqual(['request_received', 'request_answered'])
  })

  it('is added once, however often it is sent', async () => {
    const key = randomUUID()
    const [first, second] = [await request(own, { key }), await request(own, { key })]
    expect(second.json().id).toBe(first.json().id)
  })

  it('about a child is refused to who does not represent the child, and about a school to a stranger', async () => {
    const refused = await request(other, { kind: 'erasure', student_id: other.student_id })
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Solo un representante legal puede pedirlo. Conversa con el colegio.',
    ])
    expect((await request(own, { establishment_id: 1 })).statusCode).toBe(404)
    expect((await request(own, { student_id: other.student_id })).statusCode).toBe(404)
  })

  it('shows the secretary kind, name and clock alone', async () => {
    const { id } = (await request(own, { text: 'un texto privado' })).json()
    const list = await secretary.send('listDataRequests', { school_id, view: 'pending' })
    expect(list.json().requests.some((each: { id: number }) => each.id === id)).toBe(true)
    expect(list.body).not.toContain('un texto privado')
    expect((await secretary.send('getDataRequest', { school_id, request_id: id })).statusCode).toBe(403)
  })

  it('gives who answers the data that the school keeps', async () => {
    const { id } = (await request(own)).json()
    const { rawPayload } = await director.send('getDataOfRequest', { school_id, request_id: id })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    expect(text).toContain('propia')
    expect(text).not.toContain('ajena')
  })

  it('gives no school what the guardian asked of another', async () => {
    const elsewhere = await createTestSchool(server(), {}, 'vecina')
    const student_id = await elsewhere.student()
    await elsewhere.enroll(student_id, await elsewhere.course())
    await elsewhere.link(own.parent_id, student_id)
    const { id } = (await request(own)).json()
    const asked = await request(own, {
      establishment_id: elsewhere.establishment_id,
      text: 'reservado aparte',
    })
    expect(asked.statusCode).toBe(200)
    const { rawPayload } = await director.send('getDataOfRequest', { school_id, request_id: id })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    expect(text).toContain('Quiero mis datos')
    expect(text).not.toMatch(/reservado aparte|vecina/)
  })

  it('for a block freezes the data at the next call until it is lifted, and gives two working days', async () => {
    await consent(own, { kind: 'phone' })
    expect(await classmatesOf(other)).toHaveLength(1)
    const { id } = (await request(own, { kind: 'block', student_id: own.student_id })).json()
    expect(await classmatesOf(other)).toEqual([])
    expect((await consent(own, { kind: 'photo', student_id: own.student_id })).statusCode).toBe(409)
    const [shown] = (await own.call('getPrivacy')).json().requests
    expect(shown).toMatchObject({ days_left: 2, is_blocked: true })
    await asStaff('answerDataRequest', { request_id: id, outcome: 'granted', text: 'Acogido', answers: 0 })
    expect(await classmatesOf(other)).toEqual([])
    await asStaff('answerDataRequest', { request_id: id, outcome: 'lifted', text: 'Levantado', answers: 1 })
    expect(await classmatesOf(other)).toHaveLength(1)
  })

  it('whose day has passed is told to the direction once', async () => {
    const { id } = (await request(own)).json()
    await query(`update data_requests set due_on = current_date - 3 where id = $1`, [id])
    const { db } = server()
    expect(await db.transaction(claimOverdue)).toEqual([school_id])
    expect(await db.transaction(claimOverdue)).toEqual([])
    const [member] = await query('select id::float8 as id from staff where email = $1', [DIRECTION])
    await db.transaction((all) => queueStaffMail(all, { kind: 'staff_request_overdue', staff_id: member.id }))
  })
})

describe('the reads of records', () => {
  it('are noted once a day, and shown to a legal representative for every guardian', async () => {
    const reader = await school.parent({ name: 'Luis', last_name: 'Vera' })
    await school.link(reader, own.student_id, { parent_type: 'father' })
    const { call } = await school.signIn(reader)
    const { student_id } = own
    for (let count = 0; count < 2; count += 1) await call('getObservations', { student_id })
    await call('getArrears', { student_id })
    const { guardians } = (await own.ask('getRecordReads')).json()
    expect(guardians.find(({ name }: { name: string }) => name === 'Luis Vera, padre')).toEqual({
      name: 'Luis Vera, padre',
      is_own: false,
      days: [{ day: expect.any(String), kinds: ['attendance', 'observations'] }],
    })
    const { guardians: ofReader } = (await call('getRecordReads', { student_id })).json()
    expect(ofReader).toEqual([expect.objectContaining({ is_own: true })])
    expect(await query('select count(*)::int from record_reads where parent_id = $1', [reader])).toEqual([
      { count: 2 },
    ])
  })

  it('waits in memory while the database refuses, and is noted later', async () => {
    const { reads } = server().services
    const read = { parent_id: own.parent_id, student_id: own.student_id, kind: 'grades' as const }
    await query('alter table record_reads rename to hidden_reads')
    reads.note(read)
    await reads.flush()
    await query('alter table hidden_reads rename to record_reads')
    await reads.flush()
    expect(await query('select kind from record_reads where parent_id = $1', [own.parent_id])).toEqual([
      { kind: 'grades' },
    ])
  })
})

describe('a breach', () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(new Date())
  const asked = today.split('-').reverse().join('/')

  it('finds the affected of a span, drafts the notices, and keeps personal data from CSIRT', async () => {
    const scope = { school_id, from: asked, to: asked, parent_id: own.parent_id }
    expect((await director.send('getBreachScope', scope)).json()).toMatchObject({ guardians: 1, students: 1 })
    const recorded = await director.send('recordBreach', {
      school_id,
      from: today,
      to: today,
      staff_id: null,
      parent_id: own.parent_id,
      what: 'Alguien usó la clave de Elena',
      measures: 'Se cerró la cuenta',
      is_sensitive: false,
    })
    expect(recorded.statusCode).toBe(200)
    const [breach] = (await director.send('listBreaches', { school_id })).json().breaches
    expect(breach).toMatchObject({ guardians: 1, students: 1, told: { agency: null, families: null } })
    expect(breach.drafts.agency).toContain('Alguien usó la clave')
    expect(breach.drafts.csirt).not.toContain('Elena')
    const told = await director.send('tellBreach', { school_id, breach_id: breach.id, whom: 'families' })
    const { notice_id } = told.json()
    const notice = (await director.send('getNotice', { school_id, notice_id })).json()
    expect(notice).toMatchObject({ state: 'draft', audience: 'families', students: [{ id: own.student_id }] })
    const [after] = (await director.send('listBreaches', { school_id })).json().breaches
    expect(after.told.families).toEqual(expect.any(String))
  })
})
