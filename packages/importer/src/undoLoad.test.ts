import { withClient } from '@apoderados/testing/client'
import { describe, expect, it } from 'vitest'
import type { TestSet } from './testing/importRecords.ts'
import { setupImport } from './testing/setupImport.ts'
import {
  arrear,
  courseA,
  electiveSubject,
  elena,
  exam,
  grade,
  ines,
  lesson,
  linkOfElena,
  linkOfLuis,
  luis,
  observation,
  presentDay,
  school,
  takenElective,
  testEvent,
  testSet,
  tomas,
} from './testing/testSet.ts'
import { undoLoad } from './undoLoad.ts'

const { server, query, apply, startFrom } = setupImport()

/** The tables that an undo leaves changed: they record it, and how accounts are told. */
const CHANGED_TABLES = ['audit_log', 'changes', 'due_news', 'loads', 'load_files', 'load_changes', 'mails']

/** Returns all rows of the other tables. */
async function readRows(): Promise<Record<string, unknown[]>> {
  const tables = await query(`select tablename as name from pg_tables where schemaname = 'public'`)
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables)
    if (!CHANGED_TABLES.includes(name))
      rows[name] = await query(`select to_jsonb(found) as row from ${name} found order by found::text`)
  return rows
}

/** Undoes the school's last load. */
async function undo(): Promise<void> {
  const [load] = await query(
    'select establishment_id::float8, id::float8 as load_id from loads order by id desc limit 1',
  )
  await withClient(server().url, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    await undoLoad(client, load, {
      name: 'Marcela Soto',
      detail: { command: 'load undo' },
      audit: async () => {},
    })
  })
}

const readNews = () =>
  query(
    'select kind, item, known_value, old_value, new_value, published_at is not null as is_public from changes order by id',
  )

const newStudent = { ...tomas, rut: '40400001', rut_dv: '6', name: 'Ana' }
const newGuardian = {
  ...elena,
  document: 'rut:42510009',
  rut: '42510009',
  rut_dv: '2',
  email: 'nueva@example.com',
}

describe('the undo of a load', () => {
  startFrom(() => apply(testSet))

  it.each<[string, TestSet, readonly (keyof TestSet & string)[]]>([
    [
      'changed values',
      { establecimientos: [{ ...school, phone: null }], notas: [{ ...grade, tenths: 70 }] },
      [],
    ],
    ['a student who leaves and one who is new', { alumnos: [ines, newStudent] }, []],
    ['a student who changes course', { alumnos: [{ ...ines, letter: 'B' }, tomas] }, []],
    [
      'a withdrawal whose row changes too',
      { alumnos: [ines, { ...tomas, withdrawn_on: '2026-05-04', list_number: 9 }] },
      [],
    ],
    [
      'a new guardian, and one who loses a link',
      {
        apoderados: [newGuardian],
        vinculos: [linkOfElena, { ...linkOfLuis, document: newGuardian.document }],
      },
      [],
    ],
    [
      'an assessment that is removed with its grades',
      { evaluaciones: [{ ...exam, code: 'P2' }] },
      ['evaluaciones'],
    ],
    ['a grade that is pending again', { notas: [{ ...grade, tenths: null }] }, []],
    ['a new week', { horario: [{ ...lesson, starts_at: '10:00', ends_at: '11:00' }] }, []],
    [
      'electives',
      { asignaturas: [electiveSubject('FIS', 'Física')], electivos: [takenElective(ines, 'FIS')] },
      [],
    ],
    [
      'courses that swap their codes',
      {
        cursos: [
          { ...courseA, code: '5B' },
          { ...courseA, letter: 'B', code: '5A' },
        ],
      },
      [],
    ],
    [
      'records of a day',
      {
        asistencia: [{ ...presentDay, status: 'absent' }],
        atrasos: [{ ...arrear, status: 'justified' }],
        observaciones: [{ ...observation, observation: 'Otra.' }],
        agenda: [{ ...testEvent, title: 'Otro', content: null }],
      },
      ['asistencia', 'atrasos', 'observaciones', 'agenda'],
    ],
  ])('restores all rows: %s', async (_, set, complete) => {
    const before = await readRows()
    const { problems } = await apply(set, { complete })
    expect(problems).toEqual([])
    expect(await readRows()).not.toEqual(before)
    await undo()
    expect(await readRows()).toEqual(before)
  })

  it('removes what a first load of the school added, but the school', async () => {
    await undo()
    const counts = await query(`select (select count(*)::int from students) as students,
      (select count(*)::int from establishments) as schools, (select count(*)::int from news_settings) as settings`)
    expect(counts).toEqual([{ students: 0, schools: 1, settings: 0 }])
  })

  it('withdraws news that are not public yet, and corrects the others', async () => {
    await query(`update news_settings set timing = 'after_hours', hours = 2 where kind = 'arrear'`)
    await apply({ notas: [{ ...grade, tenths: 70 }], atrasos: [{ ...arrear, status: 'justified' }] })
    await undo()
    const changes = (await readNews()).map(({ kind, known_value, new_value }) => [
      kind,
      known_value,
      new_value,
    ])
    expect(changes.toSorted()).toEqual([
      ['arrear', 'pending', 'justified'],
      ['arrear', 'pending', 'pending'],
      ['grade', '5.4', '7.0'],
      ['grade', '7.0', '5.4'],
    ])
    expect(
      await query('select change_id from due_news join changes on id = change_id where load_id is not null'),
    ).toEqual([])
  })

  it('is refused after a later load, after the school’s span, and a second time', async () => {
    await apply({ notas: [{ ...grade, tenths: 70 }] })
    await query(`update loads set applied_at = applied_at - interval '8 days'`)
    await expect(undo()).rejects.toThrow('No se puede deshacer: Más de 7 días.')
    await query('update establishments set undo_days = 9')
    await undo()
    await expect(undo()).rejects.toThrow('No se puede deshacer: Deshecha el ')
    await query('update loads set applied_at = now() where applied_at < now() - interval $$1 day$$')
    await query(
      `insert into loads (establishment_id, state, applied_at) select id, 'done', now() - interval '1 day' from establishments`,
    )
    await expect(undo()).rejects.toThrow('No se puede deshacer: Una carga posterior la usa.')
  })

  it('is refused once a family has justified an absence of which the load told', async () => {
    await apply({ asistencia: [{ ...presentDay, status: 'absent' }] })
    await query(`insert into excuses (establishment_id, enrollment_id, key, kind, from_day, to_day, reason, text)
      select establishment_id, enrollment_id, 'a', 'absence', day, day, 'health', '' from attendance where status = 'absent'`)
    await expect(undo()).rejects.toThrow('No se puede deshacer: Ya hay 1 justificación.')
    await query('update excuses set withdrawn_at = now()')
    await undo()
  })

  it('is refused, and changes nothing, if a row was changed afterwards', async () => {
    await apply({ notas: [{ ...grade, tenths: 70 }], atrasos: [{ ...arrear, status: 'justified' }] })
    await query('update grades set tenths = 65 where tenths = 70')
    const before = await readRows()
    await expect(undo()).rejects.toThrow('Después cambiaron 1 dato de notas que esta carga escribió')
    expect(await readRows()).toEqual(before)
  })

  it('is refused once a guardian has signed in with the e-mail that the load wrote', async () => {
    await apply({ apoderados: [{ ...elena, email: 'otra@example.com' }] })
    await query(`update parents set last_login_at = now() where email = 'otra@example.com'`)
    await expect(undo()).rejects.toThrow('Ya ingresó un apoderado con el correo que esta carga escribió')
  })

  it('gives e-mails back, tells those that the load wrote, and leaves no one-time password', async () => {
    await apply({
      apoderados: [
        { ...elena, email: luis.email },
        { ...luis, email: elena.email },
      ],
    })
    await query('update mails set sent_at = now()')
    await undo()
    const emails = await query(`select email from parents where rut in ($1, $2) order by rut`, [
      elena.rut,
      luis.rut,
    ])
    expect(emails).toEqual([{ email: elena.email }, { email: luis.email }])
    const told = await query('select recipient from mails where sent_at is null order by recipient')
    expect(told).toEqual([{ recipient: elena.email }, { recipient: luis.email }])
    expect(
      await query('select parent_id from invitations join parents on id = parent_id where rut is not null'),
    ).toEqual([])
  })
})
