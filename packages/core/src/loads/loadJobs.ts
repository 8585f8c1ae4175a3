import { join } from 'node:path'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type pg from 'pg'
import { locks } from '../db/client/locks.ts'
import type { Database, Queryable } from '../db/client/open.ts'
import { loadProblems, loadRows, type loadStates, type loadSteps, loads } from '../db/tables/loads.ts'
import { isLoad, type LoadId } from './loadId.ts'

type LoadState = (typeof loadStates)[number]

/** The states in which a load waits for a worker, or is with one. */
const JOB_STATES = ['checking', 'applying', 'undoing'] as const
const jobStateList = JOB_STATES.map((state) => `'${state}'`).join(', ')

/** The job of a load that a worker has taken. */
export type LoadJob = LoadId & {
  state: (typeof JOB_STATES)[number]
  rbd: string
  staff_id: number | null
  undone_by: string | null
  undone_by_id: number | null
  /** When the worker took the job, which tells it from a later one of the same load. */
  claimed_at: string
  complete: string[]
  review: unknown
  answers: unknown
}

/** The folder with a folder of files for each load; the loads of one installation need one such folder. */
export const loadsFolder = (dataDir: string) => join(dataDir, 'loads')
export const loadFolder = (dataDir: string, load_id: number) => join(loadsFolder(dataDir), String(load_id))

const isJob = inArray(loads.state, JOB_STATES)
type ClaimedJob = LoadId & Pick<LoadJob, 'claimed_at'>
/** Whether the load is still with the worker that took the job: a check may be cancelled, and asked for again. */
const isClaimed = (job: ClaimedJob) =>
  and(isLoad(job), isJob, sql`${loads.claimed_at} = ${job.claimed_at}::timestamptz`)

/** Returns whether a job waits for a worker. */
export const hasWaitingJob = async (db: Database): Promise<boolean> =>
  (await db.$count(loads, and(isJob, isNull(loads.claimed_at)))) > 0

/**
 * Takes the job that waits longest. The connection holds the job's lock until it ends, so that other processes see that
 * somebody works on it. Returns undefined if no job waits.
 */
export async function claimLoad(client: pg.ClientBase): Promise<LoadJob | undefined> {
  const { rows } = await client.query<LoadJob>(
    `with waiting as (
      select establishment_id, id from loads where state in (${jobStateList}) and claimed_at is null
      order by changed_at limit 1 for update skip locked
    ), locked as materialized (
      select establishment_id, id, pg_advisory_lock($1, id::int) from waiting
    )
    update loads set claimed_at = clock_timestamp(), step = null, done = 0, total = 0
    from locked join establishments school on school.id = locked.establishment_id
    where loads.establishment_id = locked.establishment_id and loads.id = locked.id
    returning loads.establishment_id::float8, loads.id::float8 as load_id, loads.state, school.rbd, loads.staff_id::float8,
      loads.undone_by, loads.undone_by_id::float8, loads.claimed_at::text, loads.complete, loads.review, loads.answers`,
    [locks.load],
  )
  return rows[0]
}

/** Gives a job back, to be taken again later. */
export const releaseLoad = (db: Queryable, job: ClaimedJob) =>
  db.update(loads).set({ claimed_at: null }).where(isClaimed(job))

/** Notes how far a job is. Returns false if it was cancelled. */
export async function noteProgress(
  db: Queryable,
  job: ClaimedJob,
  progress: { step: (typeof loadSteps)[number]; done: number; total: number },
): Promise<boolean> {
  const { rowCount } = await db.update(loads).set(progress).where(isClaimed(job))
  return rowCount === 1
}

/** Ends a job with its result. A load that was saved meanwhile stays 'done'. */
export const endJob = (
  db: Queryable,
  job: ClaimedJob,
  result: { state: LoadState; review?: unknown; is_outdated?: boolean; failure?: string },
) =>
  db
    .update(loads)
    .set({ claimed_at: null, step: null, failure: null, changed_at: sql`clock_timestamp()`, ...result })
    .where(isClaimed(job))

/** What the staff reads of a job whose process has died. */
const INTERRUPTED = {
  undo: 'Se interrumpió y no se deshizo nada. Vuelva a intentarlo.',
  other: 'Se interrumpió y no se guardó nada. Vuelva a intentarlo.',
}

/**
 * Marks the jobs whose process has died. Nothing of theirs was saved: the transaction that writes or undoes a load also
 * changes its state.
 */
export const markInterruptedLoads = (db: Queryable) =>
  db.execute(sql`
    with claimed as materialized (
      select establishment_id, id from loads where state in (${sql.raw(jobStateList)}) and claimed_at is not null)
    update loads set claimed_at = null, step = null, changed_at = clock_timestamp(),
      state = case when state = 'undoing' then 'done' else 'interrupted' end,
      failure = case when state = 'undoing' then ${INTERRUPTED.undo} else ${INTERRUPTED.other} end
    from claimed where loads.establishment_id = claimed.establishment_id and loads.id = claimed.id
      and loads.state in (${sql.raw(jobStateList)})
      and pg_try_advisory_xact_lock(${locks.load}::int, claimed.id::int)`)

/** The states in which the files of a load are still needed. */
const OPEN_STATES = [
  'uploading',
  'checking',
  'problems',
  'review',
  'applying',
  'failed',
  'interrupted',
] as const

/** Returns those of the loads whose files are still needed. */
export async function findOpenLoads(db: Queryable, ids: number[]): Promise<number[]> {
  const open = await db
    .select({ id: loads.id })
    .from(loads)
    .where(and(inArray(loads.id, ids), inArray(loads.state, OPEN_STATES)))
  return open.map(({ id }) => id)
}

/** Removes what the last check of a load found. */
export async function forgetProblems(db: Queryable, { establishment_id, load_id }: LoadId): Promise<void> {
  for (const table of [loadProblems, loadRows])
    await db
      .delete(table)
      .where(and(eq(table.establishment_id, establishment_id), eq(table.load_id, load_id)))
}
