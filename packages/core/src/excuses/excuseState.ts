import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { excuseDecisions, excuses } from '../db/tables/excuses.ts'

/** Returns the last decision about an excuse, for a lateral join with `excuses`. */
export const lastDecision = (db: Queryable) =>
  db
    .select({
      state: excuseDecisions.state,
      number: excuseDecisions.number,
      explanation: excuseDecisions.explanation,
      staff_name: excuseDecisions.staff_name,
      decided_at: excuseDecisions.decided_at,
      settled_status: excuseDecisions.sheet_status,
    })
    .from(excuseDecisions)
    .where(
      and(
        eq(excuseDecisions.establishment_id, excuses.establishment_id),
        eq(excuseDecisions.excuse_id, excuses.id),
      ),
    )
    .orderBy(desc(excuseDecisions.number))
    .limit(1)
    .as('decision')

/** SQL for the state of the row `excuse` of `excuses`. */
const stateOfExcuse = `coalesce((select decision.state from excuse_decisions decision
  where decision.establishment_id = excuse.establishment_id and decision.excuse_id = excuse.id
  order by decision.number desc limit 1), 'pending')`

type SqlOfDay = { establishment_id: string; enrollment_id: string; day: string }

const excusesOf = (kind: 'arrear' | 'absence', { establishment_id, enrollment_id, day }: SqlOfDay) =>
  `from excuses excuse where excuse.establishment_id = ${establishment_id}
    and excuse.enrollment_id = ${enrollment_id} and excuse.kind = '${kind}' and excuse.withdrawn_at is null
    and ${day} between excuse.from_day and excuse.to_day`

/**
 * SQL for the status of a late arrival that families see and the change log has. An import writes `sheetStatus` alone:
 * a justification that was sent or decided prevails, and a sheet that disagrees is a question to the staff.
 */
export const arrearStatusSql = (arrear: SqlOfDay, sheetStatus: string): string =>
  `coalesce((select ${stateOfExcuse} ${excusesOf('arrear', arrear)} limit 1), ${sheetStatus})`

/** SQL for whether a day of absence was justified. */
export const isJustifiedAbsenceSql = (day: SqlOfDay): string =>
  `exists (select ${excusesOf('absence', day)} and ${stateOfExcuse} = 'justified')`
