import { describe, expect, it } from 'vitest'
import { setupImport } from '../testing/setupImport.ts'
import {
  arrear,
  elena,
  grade,
  linkOfElena,
  linkOfLuis,
  luis,
  observation,
  presentDay,
  testEvent,
  testSet,
  YEAR,
} from '../testing/testSet.ts'

const { query, apply, startFrom } = setupImport()

type LoggedChange = {
  kind: string
  title: string | null
  old_value: string | null
  new_value: string | null
  known_value: string | null
}
const readChanges = (): Promise<LoggedChange[]> =>
  query('select kind, title, old_value, new_value, known_value from changes order by id')
const readChangesOfKind = async (kind: string) =>
  (await readChanges()).filter((change) => change.kind === kind)
/** Sets when the changes of a kind are published: `hours` after the import, or as `timing` says. */
const setTiming = (kind: string, timing: string, hours: number | null = null) =>
  query('update news_settings set timing = $2, hours = $3, at_time = null where kind = $1', [
    kind,
    timing,
    hours,
  ])

const NEXT_YEAR_DAY = `${YEAR + 1}-01-15`
const nextYearEvent = { ...testEvent, day: NEXT_YEAR_DAY, title: 'Reunión', subject: null, course: null }

describe('the change log', () => {
  startFrom(() => apply(testSet))

  it('contains no change of a school’s first import', async () => {
    expect(await readChanges()).toEqual([])
  })

  it('contains no change of an import that changes nothing', async () => {
    await apply(testSet)
    expect(await readChanges()).toEqual([])
  })

  it('keeps the value that families know, while later changes are not yet published', async () => {
    await setTiming('grade', 'after_hours', 2)
    await apply({ notas: [{ ...grade, tenths: 40 }] })
    await apply({ notas: [grade] })
    expect((await readChanges()).map(({ known_value, new_value }) => [known_value, new_value])).toEqual([
      ['5.4', '4.0'],
      ['5.4', '5.4'],
    ])
  })

  describe('after an import with changes of several kinds', () => {
    const day = `${YEAR}-03-12`
    startFrom(async () => {
      await setTiming('grade', 'at_once')
      await apply({
        notas: [{ ...grade, tenths: 40 }],
        asistencia: [
          { ...presentDay, day: `${YEAR}-03-11` },
          { ...presentDay, day, status: 'absent' },
        ],
        observaciones: [{ ...observation, observation: 'Otra cosa.' }],
        atrasos: [{ ...arrear, date_late: `${YEAR}-03-11 08:10` }],
        horario: testSet.horario.map((row) => ({ ...row, ends_at: '23:59' })).slice(0, 1),
      })
    })

    it('contains an added, changed and removed grade, with its assessment', async () => {
      await apply({ notas: [{ ...grade, tenths: null }] })
      const title = testSet.evaluaciones[0]?.name
      expect(await readChangesOfKind('grade')).toEqual([
        { kind: 'grade', title, old_value: '5.4', new_value: '4.0', known_value: '5.4' },
        { kind: 'grade', title, old_value: '4.0', new_value: null, known_value: '4.0' },
      ])
    })

    it('contains an absence and its correction, but no presence', async () => {
      await apply({ asistencia: [{ ...presentDay, day, status: 'late' }] })
      expect(await readChangesOfKind('absence')).toEqual([
        { kind: 'absence', title: null, old_value: null, new_value: 'absent', known_value: null },
        { kind: 'absence', title: null, old_value: 'absent', new_value: null, known_value: 'absent' },
      ])
    })

    it('contains a new observation, held until the evening, and a late arrival with its status', async () => {
      expect([...(await readChangesOfKind('arrear')), ...(await readChangesOfKind('observation'))]).toEqual([
        expect.objectContaining({ kind: 'arrear', old_value: null, new_value: arrear.status }),
        expect.objectContaining({
          kind: 'observation',
          title: observation.description,
          new_value: observation.event_type,
        }),
      ])
      const [held] = await query(`select published_at > now() as is_held,
        to_char(published_at at time zone 'America/Santiago', 'HH24:MI') as at from changes where kind = 'observation'`)
      expect(held).toEqual({ is_held: true, at: '18:00' })
    })

    it('contains one change of a course’s timetable per import, and no change of another kind', async () => {
      const kinds = (await readChanges()).map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(['absence', 'arrear', 'grade', 'observation', 'timetable'])
    })

    it('becomes visible at the end of an import, because a parent may read other news during it', async () => {
      // The time in the audit log is the start of the import's transaction.
      const [moments] = await query(`select changes.published_at > audit_log.at as is_later,
        changes.published_at = changes.changed_at as is_same
        from changes cross join (select max(at) as at from audit_log where action = 'operator') audit_log
        where kind = 'grade'`)
      expect(moments).toEqual({ is_later: true, is_same: true })
    })

    it('refuses every update', async () => {
      await expect(query(`update changes set new_value = '7.0'`)).rejects.toThrow('append-only')
    })
  })

  it('contains events from today on, each change of them, and a document that is added later', async () => {
    await apply({ agenda: [nextYearEvent, { ...nextYearEvent, day: `${YEAR - 1}-05-04` }] })
    await apply({ agenda: [{ ...nextYearEvent, content: 'Traer la libreta.' }] })
    expect(
      (await readChanges()).map(({ kind, title, known_value }) => [kind, title, known_value !== null]),
    ).toEqual([
      ['event', 'Reunión', false],
      ['event', 'Reunión', true],
    ])
  })

  it('contains a link that an import ends or blocks, for its own parent alone and never published', async () => {
    await query('update parents set last_login_at = now()')
    await apply({ vinculos: [linkOfElena] })
    const blocked = { ...linkOfElena, has_access: false, no_access_reason: 'Resolución judicial' }
    await apply({ vinculos: [blocked, linkOfLuis] })
    const links = await query(`select email, old_value, new_value, published_at is not null as is_published
      from changes join parents on parents.id = parent_id where kind = 'account'
      order by changes.changed_at, email`)
    const ended = { old_value: 'linked', new_value: null, is_published: false }
    expect(links).toEqual([
      { email: luis.email, ...ended },
      { email: elena.email, ...ended },
      { email: luis.email, old_value: null, new_value: 'linked', is_published: true },
    ])
  })
})

describe('the change log of a school without marks', () => {
  it('contains no change of the first import of a kind', async () => {
    await apply({ ...testSet, notas: [] })
    await apply({ notas: [grade] })
    expect(await readChanges()).toEqual([])
    await apply({ notas: [{ ...grade, tenths: 61 }] })
    expect(await readChanges()).toHaveLength(1)
  })
})
