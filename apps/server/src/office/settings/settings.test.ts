import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { newsSettings } from '@apoderados/core/db/tables/news'
import { establishments } from '@apoderados/core/db/tables/schools'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import { DIRECTION, type OfficeBrowser, SECRETARY, setupOffice } from '@apoderados/testing/officeServer'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

const owner = setupServer()
beforeAll(() => makeRoles(owner().db))
/** All of these calls run with the server's own database account and its rights. */
const EXCUSE_SETTINGS = { excuse_answer_days: 5, attachment_days: 60, counts_justified_absences: true }
const PRIVACY_SETTINGS = { controller_name: null, controller_is_public: false, privacy_contact: null }
const server = setupServer({
  secondProcessOf: () => ({
    url: urlAs(owner().url, restrictedRoles.server),
    services: owner().services,
  }),
})
const office = setupOffice(server, owner)

let direction: OfficeBrowser
let school_id: number
beforeAll(async () => {
  direction = await office.signIn(DIRECTION)
  school_id = (await direction.send('getMe')).json().schools[0].id
})
const lastLine = async () =>
  (await direction.send('getRegister', { school_id })).json().lines[0] as Record<string, unknown>

const AT_SIX = { timing: 'at_time', hours: null, at_time: '18:00' }
const NEVER = { timing: 'never', hours: null, at_time: null }

describe('when a kind of news is told', () => {
  const change = (kind: string, before: object, after: object) =>
    direction.send('changeNewsTiming', { school_id, kind, before, after })
  const read = async () => (await direction.send('getSettings', { school_id })).json().news

  it('is changed for the later changes of the school, and the register says by whom and how', async () => {
    expect(await read()).toContainEqual({ kind: 'observation', ...AT_SIX })
    const later = { timing: 'after_hours', hours: 24, at_time: null }
    expect((await change('observation', AT_SIX, later)).statusCode).toBe(200)
    const isOfKind = and(eq(newsSettings.establishment_id, school_id), eq(newsSettings.kind, 'observation'))
    expect(await owner().db.select().from(newsSettings).where(isOfKind)).toMatchObject([later])
    expect(await lastLine()).toMatchObject({
      action: 'setting_changed',
      staff: { name: 'Gloria Venegas Riffo' },
      detail: { about: 'Observaciones', before: 'A las 18:00', after: 'Después de 24 horas' },
    })
    expect((await change('observation', later, AT_SIX)).statusCode).toBe(200)
  })

  it('is not overwritten unseen: 409 says who changed it, and to what', async () => {
    const at_once = { ...NEVER, timing: 'at_once' }
    expect((await change('timetable', at_once, NEVER)).statusCode).toBe(200)
    const second = await change('timetable', at_once, AT_SIX)
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({
      message: officeMessages.changedMeanwhile,
      conflict: { by: 'Gloria Venegas Riffo', current: 'Nunca' },
    })
  })

  it.each([
    ['hours without a number', { timing: 'after_hours', hours: null, at_time: null }],
    ['more than a week', { timing: 'after_hours', hours: 169, at_time: null }],
    ['a time that does not exist', { timing: 'at_time', hours: null, at_time: '24:00' }],
    ['hours and a time', { timing: 'at_time', hours: 3, at_time: '18:00' }],
  ])('is refused with %s', async (_, after) => {
    expect((await change('grade', NEVER, after)).statusCode).toBe(400)
  })
})

describe('the settings of the school', () => {
  const before = {
    digest: 'never',
    time_zone: 'America/Santiago',
    undo_days: 7,
    ...EXCUSE_SETTINGS,
    ...PRIVACY_SETTINGS,
  }
  const change = (after: object, shown: object = before) =>
    direction.send('changeSchoolSettings', { school_id, before: shown, after: { ...shown, ...after } })

  it('are changed one by one; the digest counts from then on', async () => {
    expect((await change({ digest: 'weekly', undo_days: 14 })).statusCode).toBe(200)
    const [row] = await owner().db.select().from(establishments).where(eq(establishments.id, school_id))
    expect(row).toMatchObject({ digest: 'weekly', undo_days: 14, digest_since: expect.any(Date) })
    expect(await lastLine()).toMatchObject({
      detail: {
        about: 'Deshacer una carga',
        before: 'Hasta 7 días después',
        after: 'Hasta 14 días después',
      },
    })
    // Another page that shows the old digest may change the zone, but not the digest.
    expect((await change({ time_zone: 'Pacific/Easter' })).statusCode).toBe(200)
    const conflict = await change({ digest: 'daily' })
    expect(conflict.json()).toMatchObject({ conflict: { current: 'Los viernes a las 18:00' } })
    const { school } = (await direction.send('getSettings', { school_id })).json()
    expect(school).toEqual({
      digest: 'weekly',
      time_zone: 'Pacific/Easter',
      undo_days: 14,
      ...EXCUSE_SETTINGS,
      ...PRIVACY_SETTINGS,
    })
    const [me] = (await direction.send('getMe')).json().schools
    expect(me.time_zone).toBe('Pacific/Easter')
    expect((await change(before, school)).statusCode).toBe(200)
  })

  it('refuse a zone outside of Chile', async () => {
    const response = await change({ time_zone: 'Europe/Madrid' })
    expect([response.statusCode, response.json().message]).toEqual([400, officeMessages.unknownZone])
  })
})

describe('days without classes', () => {
  const year = new Date().getFullYear()
  const closure = { name: 'Jornada de profesores', starts_on: `20/10/${year}`, ends_on: `21/10/${year}` }
  const read = async (browser: OfficeBrowser) =>
    (await browser.send('getSchoolCalendar', { school_id })).json()

  it('are added and removed by a secretary, and families see them', async () => {
    const secretary = await office.signIn(SECRETARY)
    expect((await secretary.send('addClosure', { school_id, ...closure })).statusCode).toBe(200)
    const shown = { name: closure.name, starts_on: `${year}-10-20`, ends_on: `${year}-10-21` }
    const calendar = await read(secretary)
    expect(calendar.closures).toContainEqual(shown)
    expect(calendar.periods.length).toBeGreaterThan(0)
    const own = (await secretary.send('getRegister', { school_id })).json().lines[0]
    expect(own).toMatchObject({
      action: 'closure_added',
      detail: { about: closure.name, after: `20-10-${year} al 21-10-${year}` },
    })
    const other = { ...closure, name: 'Aniversario', starts_on: `21/10/${year}`, ends_on: `22/10/${year}` }
    const overlapping = await secretary.send('addClosure', { school_id, ...other })
    expect([overlapping.statusCode, overlapping.json().message]).toEqual([
      409,
      'Esos días se superponen con «Jornada de profesores».',
    ])
    expect((await secretary.send('removeClosure', { school_id, ...closure })).statusCode).toBe(200)
    expect((await secretary.send('removeClosure', { school_id, ...closure })).statusCode).toBe(409)
    expect((await read(secretary)).closures).not.toContainEqual(shown)
  })

  it.each([
    ['that end before they begin', { ends_on: `19/10/${year}` }],
    ['of a day that does not exist', { starts_on: `31/02/${year}` }],
    ['of an old year', { starts_on: '20/10/2019', ends_on: '21/10/2019' }],
    ['without a name', { name: ' ' }],
  ])('%s are refused', async (_, fields) => {
    const response = await direction.send('addClosure', { school_id, ...closure, ...fields })
    expect(response.statusCode).toBe(400)
  })
})
