import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { audit } from '@apoderados/core/audit/audit'
import type { Database } from '@apoderados/core/db/client/open'
import {
  claimLoad,
  endJob,
  forgetProblems,
  hasWaitingJob,
  type LoadJob,
  loadFolder,
  markInterruptedLoads,
  noteProgress,
  releaseLoad,
} from '@apoderados/core/loads/loadJobs'
import { readLoadCorrections } from '@apoderados/core/loads/schoolLoads'
import type { Keys } from '@apoderados/core/secrets/keys'
import {
  connectForImport,
  type StagedDelivery,
  stageDelivery,
  tryImportLock,
} from '@apoderados/importer/delivery'
import { explain, Refusal } from '@apoderados/importer/explain'
import {
  applyAnswers,
  findMissingAnswers,
  type LoadAnswers,
  type LoadReview,
  REVIEW_STEPS,
  reviewDelivery,
} from '@apoderados/importer/review'
import { saveFiles, saveProblems } from '@apoderados/importer/saveProblems'
import { type SheetName, sheetNames } from '@apoderados/importer/sheetRecords'
import { undoLoad } from '@apoderados/importer/undoLoad'
import { readSchools, writeSchool } from '@apoderados/importer/writeSchool'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { limits } from '../config.ts'
import type { Services } from '../services.ts'
import { codeOf, createPolling } from './polling.ts'

type Log = Pick<FastifyBaseLogger, 'error'>

/** The account that writes the school's data, and the folder and scanner of the files. */
type LoadWorkerSettings = { url: string; dataDir: string; scanCommand?: string | undefined }

/** Checks and applies the loads of the console, one at a time in each process. */
export function createLoadWorker(
  { db, keys, files }: { db: Database; keys: Keys } & Pick<Services, 'files'>,
  { url, dataDir, scanCommand }: LoadWorkerSettings,
) {
  let log: Log | undefined
  let isStopping = false
  /** The connection of the running job. */
  let active: pg.Client | undefined
  let activeJob: LoadJob | undefined
  let cancelled: LoadJob | undefined

  async function runWaiting(): Promise<void> {
    await markInterruptedLoads(db)
    while (!isStopping && (await hasWaitingJob(db)) && (await runNext()));
  }

  /** Runs the next job; returns false if it has to wait until another import ends. */
  async function runNext(): Promise<boolean> {
    const client = await connectForImport(url)
    active = client
    try {
      const job = await claimLoad(client)
      activeJob = job
      if (!job) return false
      if (await tryImportLock(client, job.state !== 'checking')) {
        await runJob(client, job)
        return true
      }
      await releaseLoad(db, job)
      return false
    } finally {
      active = undefined
      activeJob = undefined
      // PostgreSQL would release them only some time after the connection has ended.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
      await client.end().catch(() => undefined)
    }
  }

  async function runJob(client: pg.Client, job: LoadJob): Promise<void> {
    try {
      await runByState[job.state](client, job)
    } catch (error) {
      if (isStopping || cancelled === job) return // the next process finds a stopped job interrupted
      const isExpected = error instanceof Refusal
      if (!isExpected) log?.error({ load_id: job.load_id, code: codeOf(error) }, 'load failed')
      const state = job.state === 'undoing' ? 'done' : 'failed'
      await endJob(db, job, { state, failure: isExpected ? explain(error) : UNEXPECTED_FAILURE })
    }
  }

  /** Ends the connection of a check that was cancelled. A load that is being saved is not cancelled. */
  async function endCancelled(job: LoadJob): Promise<void> {
    if (job.state !== 'checking' || job !== activeJob) return
    cancelled = job
    await active?.end()
  }

  async function stage(client: pg.Client, job: LoadJob): Promise<StagedDelivery> {
    const delivery = {
      paths: [loadFolder(dataDir, job.load_id)],
      rbd: job.rbd,
      year: null,
      complete: completeOf(job),
      scanCommand,
      corrections: await readLoadCorrections(db, job),
      onlySchool: job.rbd,
    }
    return stageDelivery(client, delivery, (step, total) => progressOf(job, step, total))
  }

  /** Returns a function that notes how many of the parts of a step are done, at most twice a second. */
  function progressOf(job: LoadJob, step: 'read' | 'check' | 'compare' | 'write', total: number) {
    let [done, notedAt] = [0, 0]
    return (reached = done + 1) => {
      done = reached
      if (performance.now() - notedAt < PROGRESS_MS) return
      notedAt = performance.now()
      // A lost note does no harm: the next one follows.
      void noteProgress(db, job, { step, done: Math.min(done, total), total })
        .then((isWanted) => (isWanted ? undefined : endCancelled(job)))
        .catch(() => undefined)
    }
  }

  const review = (client: pg.Client, job: LoadJob, { staged }: StagedDelivery): Promise<LoadReview> =>
    reviewDelivery(
      client,
      { rows: staged.rows, complete: completeOf(job), names: staged.files },
      progressOf(job, 'compare', REVIEW_STEPS),
    )

  async function check(client: pg.Client, job: LoadJob): Promise<void> {
    const delivered = await stage(client, job)
    try {
      await saveFiles(client, job, delivered)
      await saveProblems(client, job, delivered)
      if (delivered.hasProblems) await endJob(db, job, { state: 'problems' })
      else
        await endJob(db, job, {
          state: 'review',
          review: await review(client, job, delivered),
          is_outdated: false,
        })
    } finally {
      await delivered.close()
    }
  }

  async function apply(client: pg.Client, job: LoadJob): Promise<void> {
    const delivered = await stage(client, job)
    try {
      if (delivered.hasProblems) {
        await saveProblems(client, job, delivered)
        await endJob(db, job, { state: 'problems', is_outdated: true })
        return
      }
      // What is applied is exactly what was reviewed: if the data changed meanwhile, a person answers again.
      const current = await review(client, job, delivered)
      if (!isSameReview(current, job.review as LoadReview)) {
        await endJob(db, job, { state: 'review', review: current, is_outdated: true })
        return
      }
      const answers = job.answers as LoadAnswers
      const [missing] = findMissingAnswers(current, answers)
      if (missing !== undefined) throw new Refusal(`Falta responder: ${missing}.`)
      await applyAnswers(client, current, answers)
      const [school] = await readSchools(client)
      if (!school) throw new Refusal('La entrega no nombra ningún establecimiento.')
      const store = { keys, files, attached: delivered.attached, actor: { staff_id: job.staff_id } }
      const plan = {
        rows: delivered.staged.rows,
        complete: completeOf(job),
        byMail: true,
        load_id: job.load_id,
      }
      await writeSchool(client, school, store, plan, progressOf(job, 'write', REVIEW_STEPS))
    } finally {
      await delivered.close()
    }
    await forgetProblems(db, job)
    await rm(loadFolder(dataDir, job.load_id), { recursive: true, force: true })
  }

  async function undo(
    client: pg.Client,
    { establishment_id, load_id, undone_by, undone_by_id: staff_id }: LoadJob,
  ): Promise<void> {
    const detail = { command: 'load undo', staff_id, load_id }
    await undoLoad(
      client,
      { establishment_id, load_id },
      {
        name: undone_by,
        detail,
        audit: (transaction) =>
          audit(transaction, {
            action: 'load_undone',
            staff_id,
            establishment_id,
            detail: { load_id },
          }),
      },
    )
  }

  const runByState = { checking: check, applying: apply, undoing: undo }
  const polling = createPolling(runWaiting, limits.loadPollMs, 'loads not read, to be tried again')
  return {
    /** Looks for a job now. Resolves when no job waits that can run. */
    run: polling.run,
    /** Looks for a job soon. Call it after the commit that queued one. */
    wake: () => void polling.run(),
    start(logger: Log): void {
      log = logger
      void polling.start(logger)
    },
    /** Resolves when no job runs. One that takes longer than `loadStopMs` is rolled back, and is then 'interrupted'. */
    async stop(): Promise<void> {
      isStopping = true
      const lastRound = polling.stop()
      await Promise.race([lastRound, delay(limits.loadStopMs, undefined, { ref: false })])
      await active?.end().catch(() => undefined)
      await lastRound
    },
  }
}

/** Whether the data is as it was reviewed. How many families read the news may have changed meanwhile. */
function isSameReview(current: LoadReview, reviewed: LoadReview): boolean {
  const { told } = current
  return isDeepStrictEqual(JSON.parse(JSON.stringify(current)), { ...reviewed, told })
}

const PROGRESS_MS = 500
const UNEXPECTED_FAILURE =
  'Ocurrió una falla que no se esperaba y no se guardó nada. Avise a quien administra el servidor.'

const completeOf = ({ complete }: LoadJob): ReadonlySet<SheetName> =>
  new Set(sheetNames.filter((name) => complete.includes(name)))
