import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../schema/migrate.ts'
import { grantLeastRights, restrictedRoles } from './leastRights.ts'
import { openDatabase } from './open.ts'

const SERVER_ROLE = restrictedRoles.server

const owner = setupServer()
const urlOfRole = () => urlAs(owner().url, SERVER_ROLE)

beforeAll(() => makeRoles(owner().db))

/** Statements that neither the server's nor the operator's database account may run. */
const statementsRefusedToBoth = [
  'drop table grades',
  'alter table students add column x text',
  'truncate observations',
  'create table x (y int)',
  'create view x as select 1',
  'drop schema public cascade',
  'update migrations set hash = hash',
  `update audit_log set action = 'x'`,
  'alter table audit_log disable row level security',
  'drop policy server_acts on audit_log',
  'create role x',
  `copy students to program 'cat'`,
  `select pg_read_file('/etc/passwd')`,
]

const INSUFFICIENT_RIGHTS_CODE = '42501'
async function expectRefusal(role: string, statement: string): Promise<void> {
  const db = openDatabase(urlAs(owner().url, role))
  await expect(db.$client.query(statement)).rejects.toMatchObject({ code: INSUFFICIENT_RIGHTS_CODE })
  await db.$client.end()
}

describe('the server’s database account', () => {
  it.each([
    ...statementsRefusedToBoth,
    'update grades set tenths = 70',
    'delete from observations',
    `insert into student_parents (establishment_id, student_id, parent_id, parent_type) values (1, 1, 1, 'mother')`,
    'update student_parents set has_access = true',
    'delete from parents',
    `update parents set email = 'otro@example.com'`,
    'update parents set is_active = true',
    'update parents set shares_phone = true',
    `update sessions set client = 'native'`,
    'update sessions set parent_id = 1',
    'update mails set parent_id = 1',
    `insert into invitations (parent_id, seed, code, expires_at) values (1, 'x', 'x', now())`,
    `insert into audit_log (action) values ('operator')`,
    `insert into audit_log (action) values ('email_changed')`,
    `insert into audit_log (action) values ('load_applied')`,
    `insert into audit_log (action, staff_id) values ('people_invited', 1)`,
    `insert into audit_log (action, at) values ('login', now() - interval '1 hour')`,
    `insert into audit_log (id, action) overriding system value values (999999, 'login')`,
    `update signing_keys set kid = 'x'`,
    'insert into pushes (id) overriding system value values (999999)',
    'create temp table x (y int)',
    `update excuses set text = 'otra cosa'`,
    `update excuses set from_day = '2026-03-04'`,
    'delete from excuses',
    `update excuse_decisions set state = 'justified'`,
    'delete from excuse_decisions',
    `update arrears set status = 'justified'`,
    `update attendance set status = 'present'`,
    `insert into changes (establishment_id, kind, item, new_value) values (1, 'event', '1', 'x')`,
    `insert into changes (establishment_id, kind, enrollment_id, item, new_value, title)
      select establishment_id, 'arrear', id, '1', 'justified', 'Pague aquí' from enrollments limit 1`,
    'update consents set is_granted = true',
    'delete from consents',
    `insert into consents (parent_id, kind, is_granted, text_version, text_hash, channel, at)
      select min(id), 'phone', true, 'x', 'x', 'app', now() from parents`,
    `update data_requests set text = 'x'`,
    `update data_requests set due_on = '2030-01-01'`,
    `update data_request_answers set text = 'x'`,
    'delete from data_request_answers',
    `insert into record_reads (establishment_id, student_id, parent_id, kind, day) values (1, 1, 1, 'grades', '2026-01-01')`,
    `update record_reads set kind = 'grades'`,
    `update breaches set what = 'x'`,
    'delete from breaches',
    'update enrollments set shares_photo = true',
    'update student_parents set is_legal_representative = true',
    'update notice_receipts set received_at = now()',
    'delete from notice_receipts',
    `insert into notice_receipts (establishment_id, notice_id, version, parent_id, hash, received_at)
      values (1, 1, 1, 1, 'x', now())`,
    `update notice_versions set body = 'x'`,
    'delete from notice_versions',
    'delete from notices',
    `insert into changes (establishment_id, kind, item, new_value) select min(id), 'grade', 'x', '7.0' from establishments`,
  ])('may not: %s', (statement) => expectRefusal(SERVER_ROLE, statement))

  it('may not withdraw a justification after its decision', async () => {
    const { $client: pool } = owner().db
    await pool.query(`insert into excuses (establishment_id, enrollment_id, key, kind, from_day, to_day, reason, text)
      select establishment_id, id, 'k', 'arrear', '2026-04-01', '2026-04-01', 'other', '' from enrollments limit 1`)
    await pool.query(`insert into excuse_decisions (establishment_id, excuse_id, number, state, staff_id, staff_name, role)
      select establishment_id, id, 1, 'justified', 1, 'Camila', 'inspection' from excuses`)
    const db = openDatabase(urlOfRole())
    await expect(db.$client.query('update excuses set withdrawn_at = now()')).rejects.toThrow('stays')
    await db.$client.end()
    await expect(pool.query(`update excuse_decisions set state = 'rejected'`)).rejects.toThrow('append-only')
  })

  it('shows a contact by adding a consent, and refuses to change one', async () => {
    const db = openDatabase(urlOfRole())
    await db.$client.query(`insert into consents (parent_id, kind, is_granted, text_version, text_hash, channel)
      select min(id), kind, false, 'x', 'x', 'app' from parents, unnest(array['phone', 'email']) as kind group by kind`)
    await db.$client.query(`insert into consents (parent_id, kind, is_granted, text_version, text_hash, channel)
      select min(id), 'phone', true, 'x', 'x', 'app' from parents`)
    const { rows } = await db.$client.query(
      'select shares_phone, withdrew_phone, shares_email, withdrew_email from parents order by id limit 1',
    )
    await db.$client.end()
    expect(rows).toEqual([
      { shares_phone: true, withdrew_phone: false, shares_email: false, withdrew_email: true },
    ])
    const update = owner().db.$client.query('update consents set is_granted = false')
    await expect(update).rejects.toThrow('append-only')
  })

  it('removes neither a request of the last four years nor a read of the last 24 months', async () => {
    const { $client: pool } = owner().db
    await pool.query(`insert into data_requests (establishment_id, key, kind, text, due_on, created_at)
      select min(id), age, 'access', age, '2026-04-01', now() - age::interval from establishments,
        unnest(array['5 years', '1 day']) as age group by age`)
    await pool.query(`insert into record_reads (establishment_id, student_id, parent_id, kind, day)
      select link.establishment_id, link.student_id, link.parent_id, 'grades', current_date - age
      from (select * from student_parents limit 1) link, unnest(array[1, 800]) as age`)
    const db = openDatabase(urlOfRole())
    const remove = (statement: string) => db.$client.query(statement)
    await expect(remove('delete from data_requests')).rejects.toThrow('append-only')
    await expect(remove('delete from record_reads')).rejects.toThrow('append-only')
    expect((await remove(`delete from data_requests where text = '5 years'`)).rowCount).toBe(1)
    expect((await remove('delete from record_reads where day < current_date - 750')).rowCount).toBe(1)
    await db.$client.end()
  })

  it('may not remove a change of the last 24 months from the change log', async () => {
    const changes = 'insert into changes (establishment_id, kind, item, changed_at)'
    await owner().db.$client.query(`${changes} select min(id), 'grade', 'kept', now() from establishments`)
    await owner().db.$client.query(
      `${changes} select min(id), 'grade', 'old', now() - interval '25 months' from establishments`,
    )
    const db = openDatabase(urlOfRole())
    await expect(db.$client.query(`delete from changes where item = 'kept'`)).rejects.toThrow('append-only')
    expect((await db.$client.query(`delete from changes where item = 'old'`)).rowCount).toBe(1)
    await db.$client.end()
  })

  it('gets the moment of writing in an audit line, however long its transaction is open', async () => {
    const db = openDatabase(urlOfRole())
    const { rows } = await db.$client
      .query(
        `begin; select pg_sleep(0.01); insert into audit_log (action) values ('login');
       select at > now() as is_later from audit_log order by id desc limit 1; commit`,
      )
      .then((results) => (results as unknown as { rows: object[] }[])[3] as { rows: object[] })
    expect(rows).toEqual([{ is_later: true }])
    await db.$client.end()
  })

  it('cannot migrate the schema, as only the owner can', async () => {
    const { $client } = owner().db
    const { rows } = await $client.query('select * from migrations order by at desc limit 1')
    await $client.query('delete from migrations where at = $1', [rows[0].at])
    await expect(migrate(urlOfRole())).rejects.toThrow(
      'the schema is older than this version, and this account may not change it',
    )
    await $client.query('insert into migrations values ($1, $2)', [rows[0].at, rows[0].hash])
  })
})

describe('the operator’s database account', () => {
  it.each([
    ...statementsRefusedToBoth,
    `insert into audit_log (action) values ('login')`,
    `insert into audit_log (id, action) overriding system value values (999999, 'operator')`,
    `insert into changes (id, kind) overriding system value values (999999, 'grade')`,
    `update changes set new_value = '70'`,
    'update consents set is_granted = true',
    'delete from consents',
    `update data_request_answers set text = 'x'`,
    `update record_reads set kind = 'grades'`,
    'update notice_receipts set received_at = now()',
    `insert into notice_receipts (establishment_id, notice_id, version, parent_id, hash) values (1, 1, 1, 1, 'x')`,
    `update notice_versions set body = 'x'`,
  ])('may not: %s', (statement) => expectRefusal(restrictedRoles.operator, statement))
})

describe('granting the rights of both accounts', () => {
  it.each(Object.values(restrictedRoles))('is not possible for %s', async (role) => {
    const db = openDatabase(urlAs(owner().url, role))
    await expect(grantLeastRights(db)).rejects.toMatchObject({ code: INSUFFICIENT_RIGHTS_CODE })
    await db.$client.end()
  })
})
