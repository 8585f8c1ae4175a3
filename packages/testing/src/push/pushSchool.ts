import { movePushToken } from '@apoderados/core/accounts/pushTokens'
import { pushes, pushTokens } from '@apoderados/core/db/tables/messages'
import { changes, dueNews } from '@apoderados/core/db/tables/news'
import { type Limits, productLimits } from '@apoderados/server/config'
import { createPush } from '@apoderados/server/push/push'
import { deviceKeyOf } from '@apoderados/server/push/token'
import { newVapidKey } from '@apoderados/server/push/vapid'
import { webPushSender } from '@apoderados/server/push/webPush'
import { createPushWorker, type PushWorker } from '@apoderados/server/push/worker'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sessionIdOf } from '../accounts/sessionIdOf.ts'
import { createTestSchool, type TestSchool } from '../testSchool.ts'
import { setupServer } from '../testServer.ts'
import { startPushService } from './pushService.ts'

export type Family = Awaited<ReturnType<TestSchool['family']>>
type PushService = Awaited<ReturnType<typeof startPushService>>
type ChangeRow = Partial<typeof changes.$inferInsert>

/** Part of every text of the school. A notification without details must not contain it. */
export const CANARY = 'c0ffee'
/** The settings of a parent without quiet hours, who gets pushes at any hour. */
export const anyHour = { quiet_from: null, quiet_until: null }

/** Provides a school with one course, and for each test an empty push queue and a new push service. */
export function setupPushSchool() {
  const server = setupServer()
  const school = {} as TestSchool
  const ids = { course_id: 0, subject_id: 0 }
  const logged: unknown[] = []
  /** The statuses of the push service's next responses; it answers 201 if the list is empty. */
  const replies: number[] = []
  let service: PushService
  let workers: PushWorker[] = []
  let gradeCount = 0

  beforeAll(async () => {
    Object.assign(school, await createTestSchool(server(), {}, CANARY))
    ids.course_id = await school.course({ name: '5° Básico', letter: 'A' })
    ids.subject_id = await school.subject(ids.course_id, { name: `Matemática ${CANARY}` })
  })
  beforeEach(async () => {
    for (const table of [pushes, dueNews, pushTokens]) await server().db.delete(table)
    replies.length = 0
    workers = []
    service = await startPushService({ reply: () => ({ status: replies.shift() ?? 201 }) })
  })
  afterEach(async () => {
    for (const worker of workers) await worker.stop()
    await service.close()
  })

  function newWorker(limits = productLimits): PushWorker {
    const { db, services } = server()
    const senders = { web: webPushSender({ privateKey: newVapidKey(), subject: 'mailto:a@colegio.cl' }) }
    const worker = createPushWorker(db, createPush(senders, services.keys), limits)
    workers.push(worker)
    return worker
  }
  const startWorker = (worker: PushWorker) =>
    worker.start({ error: (...line: unknown[]) => logged.push(line) } as never)

  /** Runs the first round of a new worker. */
  async function runRound(limits: Partial<Limits> = {}): Promise<PushWorker> {
    const worker = newWorker({ ...productLimits, ...limits })
    await startWorker(worker)
    await worker.stop()
    return worker
  }

  const addDevice = (jwt: string, device: string) => {
    const token = service.subscribe(device)
    return movePushToken(server().db, { session_id: sessionIdOf(jwt), token, device: deviceKeyOf(token) })
  }

  async function familyWithDevice(device: string, settings: object = {}): Promise<Family> {
    const family = await school.family(ids.course_id)
    await addDevice(family.jwt, device)
    const body = { students: [], ...anyHour, show_detail: false, ...settings }
    expect((await family.call('saveNotificationSettings', body)).statusCode).toBe(200)
    return family
  }

  /** Adds a new grade of the student to the change log, as an import does; it is due unless `row` sets a later time. */
  async function logGrade(
    { enrollment_id }: Pick<Family, 'enrollment_id'>,
    row: ChangeRow = {},
  ): Promise<number> {
    gradeCount += 1
    const { establishment_id } = school
    const grade = {
      establishment_id,
      kind: 'grade' as const,
      enrollment_id,
      item: `${enrollment_id}/${gradeCount}`,
      sub_period_id: 3,
      course_subject_id: ids.subject_id,
      title: `Prueba ${CANARY}`,
      new_value: '5.8',
    }
    const published_at = row.published_at ?? new Date(Date.now() - 1_000)
    const [change] = await server()
      .db.insert(changes)
      .values({ ...grade, ...row, published_at })
      .returning({ id: changes.id })
    const change_id = change?.id as number
    await server().db.insert(dueNews).values({ establishment_id, change_id, published_at })
    return change_id
  }

  /** Makes all pushes in the queue due. */
  const endWaiting = () => server().db.update(pushes).set({ due_at: sql`now()` })

  const arrived = () => service.arrived.map(({ device, message }) => [device, message.body])

  return {
    server,
    school,
    ids,
    logged,
    replies,
    service: () => service,
    newWorker,
    startWorker,
    runRound,
    addDevice,
    familyWithDevice,
    logGrade,
    endWaiting,
    arrived,
  }
}
