import { todayInChile } from '@apoderados/contract/values/days'
import type { Queryable } from '@apoderados/core/db/client/open'
import { calendarFeeds } from '@apoderados/core/db/tables/accounts'
import { documentBatches, documentSettings, issuedDocuments } from '@apoderados/core/db/tables/documents'
import { loads } from '@apoderados/core/db/tables/loads'
import { pushes } from '@apoderados/core/db/tables/messages'
import { changes, mutedNews, newsReads, newsSettings } from '@apoderados/core/db/tables/news'
import { noticeFiles, notices } from '@apoderados/core/db/tables/notices'
import {
  electiveEnrollments,
  enrollments,
  parents,
  studentParents,
  students,
} from '@apoderados/core/db/tables/people'
import { breaches, dataRequests } from '@apoderados/core/db/tables/privacy'
import { arrears, assessments, attendance, grades, observations } from '@apoderados/core/db/tables/records'
import {
  blocks,
  closures,
  courseSubjects,
  courses,
  demoSchool,
  employees,
  establishments,
  events,
  subPeriods,
} from '@apoderados/core/db/tables/schools'
import { staff, staffSchools } from '@apoderados/core/db/tables/staff'
import {
  type ErasedIds,
  eraseAccountsWithoutStudents,
  findUnusedFiles,
} from '@apoderados/core/retention/erasure'
import type { Keys } from '@apoderados/core/secrets/keys'
import { demoRbds } from '@apoderados/school-data/demo/demoSchools'
import { demoAccounts } from '@apoderados/school-data/demo/families'
import { demoStaff } from '@apoderados/school-data/demo/staff'
import { eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'

/** The tables with a school's rows. Each table precedes those that its foreign keys reference, as deletion requires. */
const tablesOfSchool = [
  loads,
  dataRequests,
  breaches,
  notices,
  issuedDocuments,
  documentBatches,
  documentSettings,
  changes,
  newsReads,
  newsSettings,
  mutedNews,
  pushes,
  calendarFeeds,
  grades,
  attendance,
  arrears,
  observations,
  electiveEnrollments,
  events,
  blocks,
  assessments,
  courseSubjects,
  subPeriods,
  closures,
  studentParents,
  enrollments,
  courses,
  students,
  employees,
  staffSchools,
]

/** Deletes only the demo's schools and accounts; later starts load none. Undefined if the demo was removed before. */
export async function removeDemo(transaction: Queryable, keys: Keys): Promise<ErasedIds | undefined> {
  const [demo] = await transaction.select({ is_off: demoSchool.is_off }).from(demoSchool).for('update')
  if (demo?.is_off) return undefined
  const erased = demo ? await eraseDemoSchools(transaction, keys) : { account_ids: [], file_ids: [] }
  const year = Number(todayInChile(new Date()).slice(0, 4))
  await transaction.delete(demoSchool)
  await transaction.insert(demoSchool).values({ year, is_off: true })
  return erased
}

async function eraseDemoSchools(transaction: Queryable, keys: Keys): Promise<ErasedIds> {
  const demoSchoolIds = transaction
    .select({ id: establishments.id })
    .from(establishments)
    .where(inArray(establishments.rbd, demoRbds))
  const linkedParents = await transaction
    .select({ id: studentParents.parent_id })
    .from(studentParents)
    .where(inArray(studentParents.establishment_id, demoSchoolIds))
    .groupBy(studentParents.parent_id)
  const demoParents = await transaction
    .select({ id: parents.id })
    .from(parents)
    .where(
      inArray(
        parents.email,
        demoAccounts.map(({ email }) => email),
      ),
    )
  const file_ids = await fileIdsOf(transaction, demoSchoolIds)
  for (const table of tablesOfSchool) {
    await transaction.delete(table).where(inArray(table.establishment_id, demoSchoolIds))
  }
  await transaction.delete(establishments).where(inArray(establishments.rbd, demoRbds))
  const emails = demoStaff.map(({ email }) => email)
  await transaction.delete(staff).where(inArray(staff.email, emails))
  const erased = await eraseAccountsWithoutStudents(
    transaction,
    keys,
    [...linkedParents, ...demoParents].map(({ id }) => id),
  )
  return { ...erased, file_ids: [...erased.file_ids, ...(await findUnusedFiles(transaction, file_ids))] }
}

async function fileIdsOf(transaction: Queryable, demoSchoolIds: SQLWrapper): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select insign_id as id from ${establishments} where id in ${demoSchoolIds} and insign_id is not null
    union select photo_id from ${enrollments} where establishment_id in ${demoSchoolIds} and photo_id is not null
    union select document_id from ${events} where establishment_id in ${demoSchoolIds} and document_id is not null
    union select file_id from ${noticeFiles} where establishment_id in ${demoSchoolIds}
    union select file_id from ${issuedDocuments} where establishment_id in ${demoSchoolIds}
    union select unnest(array_remove(array[signature_id, logo_id], null)) from ${documentSettings}
      where establishment_id in ${demoSchoolIds}`)
  return rows.map(({ id }) => id)
}

/** True if the database contains the demo. A real school must not be imported into such a database. */
export async function isDemoOn(db: Queryable): Promise<boolean> {
  const rows = await db.select({ year: demoSchool.year }).from(demoSchool).where(eq(demoSchool.is_off, false))
  return rows.length > 0
}
