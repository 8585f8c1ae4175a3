import { readFileSync } from 'node:fs'
import { api, type CallName } from '@apoderados/contract/api'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { CAROLINA, useServer } from '../testing/testServer.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { removeExpired } from './retention.ts'
import { noteSigningKey } from './signingKeys.ts'

const ROLE = 'apoderados_server'
const grants = readFileSync(new URL('../../../../deploy/least-rights.sql', import.meta.url), 'utf8')

const owner = useServer()
const urlOfRole = () => Object.assign(new URL(owner().url), { username: ROLE, password: 'solo-lee' }).href
const server = useServer({ beside: () => ({ url: urlOfRole(), services: owner().services }) })
beforeAll(async () => {
  const { $client } = owner().db
  await $client.query(`create role ${ROLE} login password 'solo-lee'`)
  await $client.query(grants)
})

/** What a call wants of Carolina. */
async function fieldsOf(name: CallName): Promise<Record<string, unknown>> {
  const { rows } = await owner().db.$client.query(
    `select e.id, e.document_id, s.id as subject, p.id as period from enrollments n
     join events e on e.course_id = n.course_id and e.document_id is not null
     join course_subjects s on s.course_id = n.course_id
     join sub_periods p on p.establishment_id = n.establishment_id and p.year = n.year where n.student_id = 1 limit 1`,
  )
  const [{ document_id, subject, period } = {} as Record<string, unknown>] = rows
  const own: Partial<Record<CallName, object>> = {
    countDiaryEvents: { date_start: '01/03/2026', date_end: '30/11/2026' },
    getDiaryEvents: { date: '04/05/2026' },
    getPeriodQualifications: { establishment_sub_period_id: period },
    getPeriodQualificationsBySubject: { establishment_sub_period_id: period, course_subject_id: subject },
  }
  if (name === 'getDocument') return { id: document_id }
  return name === 'getProfile' ? {} : { student_id: 1, ...own[name] }
}

describe('the server’s own account in the database', () => {
  it('is enough for every call that reads', async () => {
    const jwt = await server().signIn(CAROLINA)
    const reads = (Object.keys(api) as CallName[]).filter(
      (name) => api[name].method === 'GET' && api[name].needsSession,
    )
    expect(reads.length).toBeGreaterThan(9)
    for (const name of reads) {
      const answer = await server().send(name, await fieldsOf(name), { jwt })
      expect([name, answer.statusCode]).toEqual([name, 200])
    }
  })

  it('is enough to sign in and out, recover a password, change it and keep a device', async () => {
    const jwt = await server().signIn(CAROLINA)
    const token = { token: 'un dispositivo' }
    const asked: [CallName, object, number][] = [
      ['login', { email: CAROLINA, password: 'no-es-esta' }, 401],
      ['savePushToken', token, 200],
      ['deletePushToken', token, 200],
      ['requestRecovery', { email: CAROLINA }, 200],
      ['confirmRecovery', { email: CAROLINA, token: 'x', new_password: 'caballo-verde-9' }, 400],
      ['validateRecovery', { token: 'x' }, 400],
      ['changePassword', { current_password: 'demo1234', new_password: 'caballo-verde-9' }, 200],
      ['changePassword', { current_password: 'caballo-verde-9', new_password: 'demo1234' }, 200],
      ['endSession', {}, 200],
    ]
    for (const [name, fields, status] of asked) {
      const answer = await server().send(name, { ...fields }, { jwt })
      expect([name, answer.statusCode, answer.json().message]).toEqual([name, status, expect.any(String)])
    }
  })

  it('is enough to start on a schema that is up to date, and for the housekeeping', async () => {
    await migrate(urlOfRole(), inject('dataDir'))
    await noteSigningKey(server().db, server().services.keys)
    await removeExpired(server().db)
  })

  it.each([
    'drop table grades',
    'alter table students add column x text',
    'truncate observations',
    'create table x (y int)',
    'create temp view x as select 1; drop schema public cascade',
    'update grades set tenths = 70',
    'delete from observations',
    `insert into student_parents (establishment_id, student_id, parent_id, parent_type) values (1, 1, 1, 'mother')`,
    'update student_parents set has_access = true',
    'delete from parents',
    'update migrations set hash = hash',
    `update audit_log set action = 'x'`,
    'delete from signing_keys',
    'create role x',
    `copy students to program 'cat'`,
    `select pg_read_file('/etc/passwd')`,
  ])('may not: %s', async (statement) => {
    const db = openDatabase(urlOfRole())
    await expect(db.$client.query(statement)).rejects.toMatchObject({ code: '42501' })
    await db.$client.end()
  })

  it('brings no schema up to date: the owner does', async () => {
    const { $client } = owner().db
    const { rows } = await $client.query('select * from migrations order by at desc limit 1')
    await $client.query('delete from migrations where at = $1', [rows[0].at])
    await expect(migrate(urlOfRole(), inject('dataDir'))).rejects.toThrow(
      'the schema is older than this version, and this account may not change it',
    )
    await $client.query('insert into migrations values ($1, $2)', [rows[0].at, rows[0].hash])
  })
})
