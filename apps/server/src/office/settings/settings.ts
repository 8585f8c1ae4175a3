import { officeMessages } from '@apoderados/contract/office/officeMessages'
import {
  chileanTimeZones,
  newsKindNames,
  newsTimingText,
  type SchoolSettings,
  schoolSettingNames,
  schoolSettingText,
} from '@apoderados/contract/office/settings'
import { formatDay } from '@apoderados/contract/values/days'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import {
  deleteClosure,
  findOverlappingClosure,
  insertClosure,
  lockSchoolSettings,
  readLastChange,
  readNewsTimings,
  readSchoolCalendar,
  readSchoolSettings,
  setNewsTiming,
  setSchoolSettings,
} from '@apoderados/core/staff/schoolSettings'
import { HttpError } from '../../http/errors.ts'
import { conflictError } from '../conflict.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'

type SettingAction = 'setting_changed' | 'closure_added' | 'closure_removed'
/** What a line of the register says of a setting: its name, and its values as the screens show them. */
type SettingDetail = { about: string; before?: string; after?: string }

const auditSetting = (
  transaction: Queryable,
  action: SettingAction,
  school_id: number,
  { staff_id, session, address }: SchoolContext,
  detail: SettingDetail,
) =>
  audit(transaction, {
    action,
    staff_id,
    establishment_id: school_id,
    session_id: session.session_id,
    address,
    detail,
  })

/** Returns the 409 for a setting that is not as the page showed it. */
async function settingConflict(db: Queryable, school_id: number, about: string, current: unknown) {
  const last = await readLastChange(db, school_id, { action: 'setting_changed', detail: { about } })
  return conflictError({ ...(last ?? { by: null, at: new Date().toISOString() }), current })
}

const rangeText = ({ starts_on, ends_on }: { starts_on: string; ends_on: string }) => {
  const [first, last] = [starts_on, ends_on].map(formatDay)
  return first === last ? `${first}` : `${first} al ${last}`
}

const settingNames = Object.keys(schoolSettingNames) as (keyof SchoolSettings)[]

export const settingsHandlers = {
  async getSettings({ school_id }, { db }) {
    return { news: await readNewsTimings(db, school_id), school: await readSchoolSettings(db, school_id) }
  },

  async changeNewsTiming({ school_id, kind, before, after }, context) {
    const about = newsKindNames[kind]
    await context.db.transaction(async (transaction) => {
      await lockSchoolSettings(transaction, school_id)
      const timings = await readNewsTimings(transaction, school_id)
      const current = newsTimingText(timings.find((each) => each.kind === kind) ?? before)
      if (current !== newsTimingText(before))
        throw await settingConflict(transaction, school_id, about, current)
      await setNewsTiming(transaction, { school_id, kind, ...after })
      const values = { before: current, after: newsTimingText(after) }
      await auditSetting(transaction, 'setting_changed', school_id, context, { about, ...values })
    })
    return { success: true, message: officeMessages.saved }
  },

  async changeSchoolSettings({ school_id, before, after }, context) {
    await context.db.transaction(async (transaction) => {
      const current = await lockSchoolSettings(transaction, school_id)
      const changed = settingNames.filter((name) => after[name] !== before[name])
      for (const name of changed)
        if (current[name] !== before[name]) {
          const text = schoolSettingText(name, current)
          throw await settingConflict(transaction, school_id, schoolSettingNames[name], text)
        }
      if (changed.includes('time_zone') && !chileanTimeZones.some((zone) => zone === after.time_zone))
        throw new HttpError(400, officeMessages.unknownZone)
      const values = Object.fromEntries(changed.map((name) => [name, after[name]]))
      await setSchoolSettings(transaction, { ...current, ...values, school_id })
      for (const name of changed)
        await auditSetting(transaction, 'setting_changed', school_id, context, {
          about: schoolSettingNames[name],
          before: schoolSettingText(name, before),
          after: schoolSettingText(name, after),
        })
    })
    return { success: true, message: officeMessages.saved }
  },

  getSchoolCalendar: ({ school_id }, { db }) => readSchoolCalendar(db, school_id),

  async addClosure(closure, context) {
    const { school_id, name } = closure
    if (closure.ends_on < closure.starts_on) throw new HttpError(400, officeMessages.lastDayFirst)
    await context.db.transaction(async (transaction) => {
      await lockSchoolSettings(transaction, school_id)
      const { year } = await readSchoolCalendar(transaction, school_id)
      if (closure.starts_on < `${year}-01-01` || closure.ends_on >= `${year + 2}-03-01`)
        throw new HttpError(400, officeMessages.otherYear)
      const other = await findOverlappingClosure(transaction, closure)
      if (other) throw new HttpError(409, `${officeMessages.closureOverlaps} «${other.name}».`)
      await insertClosure(transaction, closure)
      const detail = { about: name, after: rangeText(closure) }
      await auditSetting(transaction, 'closure_added', school_id, context, detail)
    })
    return { success: true, message: officeMessages.saved }
  },

  async removeClosure(closure, context) {
    const { school_id, name } = closure
    await context.db.transaction(async (transaction) => {
      if (!(await deleteClosure(transaction, closure)))
        throw new HttpError(409, officeMessages.changedMeanwhile)
      const detail = { about: name, before: rangeText(closure) }
      await auditSetting(transaction, 'closure_removed', school_id, context, detail)
    })
    return { success: true, message: officeMessages.removed }
  },
} satisfies Partial<OfficeHandlers>
