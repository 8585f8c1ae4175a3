import { randomUUID } from 'node:crypto'
import type { CreateExcuseRequest } from '@apoderados/contract/excuses'
import { addDays, todayInChile } from '@apoderados/contract/values/days'
import { removeExpiredAttachments } from '@apoderados/core/excuses/attachmentRetention'
import { createJpeg } from '@apoderados/importer/attachments/testing/pictures'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
const LATE_DAY = '2026-04-01'
const today = todayInChile(new Date())

let school: TestSchool
let course_id: number

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course()
})

const query = async (sql: string, values: unknown[] = []) =>
  (await server().db.$client.query(sql, values)).rows

const excuse = (fields: Partial<CreateExcuseRequest> = {}) => ({
  key: randomUUID(),
  kind: 'arrear',
  from: LATE_DAY,
  to: LATE_DAY,
  reason: 'transport',
  text: 'El Metro estuvo detenido',
  attachment: null,
  ...fields,
})

type Family = Awaited<ReturnType<TestSchool['family']>>

async function addLateFamily(): Promise<Family> {
  const family = await school.family(course_id)
  await school.arrear(family.enrollment_id)
  return family
}

const send = async ({ ask }: Family, fields: Partial<CreateExcuseRequest> = {}) => {
  const response = await ask('createExcuse', excuse(fields))
  return [response.statusCode, response.json().message]
}

const read = async ({ ask }: Family) => (await ask('getExcuses')).json()

/** Decides the only excuse of the family, as the console does. */
const decide = ({ enrollment_id }: Family, state: 'justified' | 'rejected') =>
  query(
    `insert into excuse_decisions (establishment_id, excuse_id, number, state, explanation, staff_id, staff_name, role)
    select establishment_id, id, 1, $2, 'Falta la constancia', 1, 'Camila', 'inspection' from excuses
    where enrollment_id = $1`,
    [enrollment_id, state],
  )

describe('a justification of a late arrival', () => {
  it('makes it pending, and then what the staff decides', async () => {
    const family = await addLateFamily()
    const statusOf = async () => (await family.ask('getArrears')).json().arrears[0].status
    expect(await send(family)).toEqual([200, 'Justificación enviada'])
    expect(await statusOf()).toBe('pending')
    expect((await read(family)).excuses).toEqual([
      expect.objectContaining({
        kind: 'arrear',
        from: LATE_DAY,
        state: 'pending',
        is_own: true,
        reason: 'transport',
        text: 'El Metro estuvo detenido',
        answer_by: expect.any(String),
        explanation: null,
      }),
    ])
    await decide(family, 'rejected')
    expect(await statusOf()).toBe('rejected')
    const [decided] = (await read(family)).excuses
    expect(decided).toMatchObject({
      state: 'rejected',
      explanation: 'Falta la constancia',
      answer_by: null,
      decided_at: expect.any(String),
    })
    expect(await send(family)).toEqual([409, 'El colegio ya la resolvió.'])
    const [{ id }] = (await read(family)).excuses
    expect((await family.ask('withdrawExcuse', { excuse_id: id })).statusCode).toBe(409)
  })

  it('is added once, however often its request arrives', async () => {
    const family = await addLateFamily()
    const request = excuse()
    const responses = await Promise.all([1, 2, 3].map(() => family.ask('createExcuse', request)))
    const bodies = responses.map((response) => response.json())
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
    await decide(family, 'justified')
    expect((await family.ask('createExcuse', request)).json()).toEqual(bodies[0])
    expect((await read(family)).excuses).toHaveLength(1)
  })

  it('is refused for a day without a late arrival, and for one that the school has decided', async () => {
    const family = await school.family(course_id)
    expect(await send(family)).toEqual([400, 'El colegio ya no tiene un atraso ese día'])
    await school.arrear(family.enrollment_id, { status: 'justified' })
    expect(await send(family)).toEqual([409, 'El colegio ya la resolvió.'])
  })

  it('can be withdrawn, and sent again', async () => {
    const family = await addLateFamily()
    await send(family)
    const [{ id }] = (await read(family)).excuses
    for (let times = 0; times < 2; times += 1)
      expect((await family.ask('withdrawExcuse', { excuse_id: id })).statusCode).toBe(200)
    expect((await read(family)).excuses).toEqual([])
    expect((await family.ask('getArrears')).json().arrears[0].status).toBe('created')
    expect((await send(family))[0]).toBe(200)
  })

  it('shows its text to the sender alone, and is nothing of a guardian without access', async () => {
    const family = await addLateFamily()
    await send(family)
    const [sent] = (await read(family)).excuses
    const other = await school.parent()
    await school.link(other, family.student_id)
    const { call } = await school.signIn(other)
    const response = await call('getExcuses', { student_id: family.student_id })
    expect(response.json().excuses).toEqual([
      expect.objectContaining({ sender: sent.sender, is_own: false, reason: null, text: null }),
    ])
    const asOther = { student_id: family.student_id, excuse_id: sent.id }
    expect((await call('withdrawExcuse', asOther)).statusCode).toBe(404)
    const duplicate = await call('createExcuse', { student_id: family.student_id, ...excuse() })
    expect(duplicate.json().message).toBe('Ya hay una justificación enviada para ese día.')
    await query('update student_parents set has_access = false where parent_id = $1', [other])
    for (const [name, fields] of [
      ['getExcuses', {}],
      ['createExcuse', excuse()],
      ['withdrawExcuse', { excuse_id: sent.id }],
    ] as const)
      expect((await call(name, { student_id: family.student_id, ...fields })).statusCode).toBe(404)
  })
})

describe('a justification of absences', () => {
  const absence = (from: string, to: string) => ({ kind: 'absence' as const, from, to })

  it('is about days in a row that were recorded as absences', async () => {
    const family = await school.family(course_id)
    for (const [day, status] of [
      ['2026-10-02', 'absent'],
      ['2026-10-05', 'absent'],
      ['2026-10-06', 'present'],
    ] as const)
      await school.attend(family.enrollment_id, day, status)
    const refusal = [400, 'Elige días seguidos que el colegio registró como inasistencia']
    expect(await send(family, absence('2026-10-02', '2026-10-06'))).toEqual(refusal)
    expect(await send(family, absence('2026-10-01', '2026-10-05'))).toEqual(refusal)
    expect((await send(family, absence('2026-10-02', '2026-10-05')))[0]).toBe(200)
    expect((await send(family, absence('2026-10-05', '2026-10-05')))[0]).toBe(409)
  })

  it('can be announced for today and the next 30 days', async () => {
    const family = await school.family(course_id)
    expect((await send(family, absence(today, addDays(today, 3))))[0]).toBe(200)
    expect((await send(family, absence('2026-02-31', '2026-02-31')))[0]).toBe(400)
    const late = absence(addDays(today, 20), addDays(today, 31))
    expect(await send(family, late)).toEqual([400, 'Puedes avisar hasta 30 días antes'])
    expect((await send(family, absence(addDays(today, 30), addDays(today, 30))))[0]).toBe(200)
  })

  it('leaves the day out of the percentage if the school wants it so', async () => {
    const own = await createTestSchool(server(), { counts_justified_absences: false })
    const family = await own.family(await own.course())
    for (const [day, status] of [
      ['2026-10-02', 'absent'],
      ['2026-10-05', 'absent'],
      ['2026-10-06', 'present'],
    ] as const)
      await own.attend(family.enrollment_id, day, status)
    const percentage = async () => (await family.ask('getArrears')).json().attendance_percentage
    await send(family, absence('2026-10-02', '2026-10-02'))
    expect(await percentage()).toBe(100 / 3)
    await decide(family, 'justified')
    expect(await percentage()).toBe(50)
    await query('update establishments set counts_justified_absences = true where id = $1', [
      own.establishment_id,
    ])
    expect(await percentage()).toBe(100 / 3)
  })
})

describe('an attachment', () => {
  const upload = (family: Family, id: number, payload: Buffer) =>
    server().app.inject({
      method: 'POST',
      url: `/api/v1/mobile/parent/students/${family.student_id}/excuses/${id}/attachment`,
      payload,
      headers: { authorization: `Bearer ${family.jwt}`, 'content-type': 'application/octet-stream' },
    })

  async function sendWith(bytes: Buffer, name = 'constancia.jpg') {
    const family = await addLateFamily()
    const attachment = { name, bytes: bytes.length }
    const { id } = (await family.ask('createExcuse', excuse({ attachment }))).json()
    const stateOf = async () => (await read(family)).excuses[0].attachment.state
    return { family, id, stateOf }
  }
  const stored = async (id: number) =>
    (await query('select attachment_id from excuses where id = $1', [id]))[0].attachment_id

  it('is encoded again and stored once, and deleted after the term of the school', async () => {
    const picture = await createJpeg(60, 40)
    const { family, id, stateOf } = await sendWith(picture)
    expect(await stateOf()).toBe('expected')
    expect((await upload(family, id, picture.subarray(1))).json().message).toBe(
      'El adjunto no llegó completo',
    )
    expect((await upload(family, id, picture)).statusCode).toBe(200)
    const file = await stored(id)
    expect((await upload(family, id, picture)).statusCode).toBe(200)
    expect(await stored(id)).toBe(file)
    expect(await stateOf()).toBe('stored')
    const { db, services } = server()
    expect((await services.files.read(file))?.equals(picture)).toBe(false)
    await removeExpiredAttachments(db, services.files)
    expect(await stateOf()).toBe('stored')
    await query(`update excuses set created_at = now() - interval '61 days' where id = $1`, [id])
    await removeExpiredAttachments(db, services.files)
    expect(await stateOf()).toBe('removed')
    expect(await services.files.read(file)).toBeUndefined()
  })

  it.each([
    ['a PDF without a scanner', Buffer.from('%PDF-1.7\n%%EOF')],
    ['no picture', Buffer.from('<svg onload="alert(1)"/>')],
    ['a damaged picture', Buffer.from('\xff\xd8\xff\xe0 nada', 'latin1')],
  ])('is refused if it is %s, and its justification stays', async (_, bytes) => {
    const { family, id, stateOf } = await sendWith(bytes)
    const response = await upload(family, id, bytes)
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'El adjunto no se pudo abrir con seguridad. La justificación se envió sin él.',
    ])
    expect(await stateOf()).toBe('refused')
  })

  it('is taken from the sender alone', async () => {
    const picture = await createJpeg(60, 40)
    const { family, id } = await sendWith(picture)
    const other = await school.parent()
    await school.link(other, family.student_id)
    const { jwt } = await school.signIn(other)
    expect((await upload({ ...family, jwt }, id, picture)).statusCode).toBe(404)
  })
})
