import { changeKinds, type NewsKind } from '@apoderados/contract/news'
import { pushes } from '@apoderados/core/db/tables/messages'
import { CANARY, type Family, setupPushSchool } from '@apoderados/testing/push/pushSchool'
import { describe, expect, it } from 'vitest'
import { createPushWorker } from './worker.ts'

const { server, ids, logged, replies, service, startWorker, runRound, familyWithDevice, logGrade } =
  setupPushSchool()

const courseNewsKinds: NewsKind[] = ['event', 'document', 'timetable']

/** Logs an added, a changed and a removed item of each kind; all their texts contain the marker `CANARY`. */
async function logEveryKind({ enrollment_id, parent_id }: Family): Promise<void> {
  const [before, after] = [`MB ${CANARY}`, `S ${CANARY}`]
  for (const kind of changeKinds) {
    const place = courseNewsKinds.includes(kind) ? { enrollment_id: null, course_id: ids.course_id } : {}
    const owner = kind === 'account' ? { parent_id } : {}
    for (const [known_value, new_value] of [
      [null, after],
      [before, after],
      [before, null],
    ]) {
      const values = { old_value: known_value, known_value, new_value, day: '2026-05-04' }
      await logGrade({ enrollment_id }, { kind, ...place, ...owner, ...values })
    }
  }
}

/** Returns all that the push service receives and all that the server logs, as text. */
const observedText = () =>
  JSON.stringify([
    service().arrived.map(({ device, message, headers, claims }) => [device, message, headers, claims]),
    logged,
  ])
const PERSONAL_DATA_PATTERN = new RegExp(`${CANARY}|Inés|Rojas|Matemática|Prueba|\\bMB\\b`)

describe('a canary in every name, RUT, subject and mark', () => {
  it('is in no message, topic, queued row or log line, whatever the service answers', async () => {
    const family = await familyWithDevice('telefono')
    await logEveryKind(family)
    replies.push(503, 403, 429)
    await runRound()
    const queued = JSON.stringify(await server().db.select().from(pushes))
    expect(service().arrived.map(({ message }) => message.title)).toEqual(Array(5).fill('Apoderados'))
    expect([observedText(), queued].join()).not.toMatch(PERSONAL_DATA_PATTERN)
    expect(service().faults).toEqual([])
  })

  it('is only in the encrypted message if the parent chose details', async () => {
    await logEveryKind(await familyWithDevice('telefono', { show_detail: true }))
    await runRound()
    const { arrived } = service()
    expect(arrived).toHaveLength(changeKinds.length)
    for (const { message } of arrived) expect(message.title).toContain(CANARY)
    const outside = arrived.map(({ headers, message: { tag, batch, url } }) => [headers, tag, batch, url])
    expect(JSON.stringify([outside, logged])).not.toMatch(PERSONAL_DATA_PATTERN)
  })

  it('is not logged with an error that contains it', async () => {
    logged.length = 0
    await logEveryKind(await familyWithDevice('telefono'))
    const fail = () => Promise.reject(new Error(`Failed query\nparams: ${CANARY}`))
    const { push } = server().services
    const worker = createPushWorker(server().db, { ...push, send: fail })
    await startWorker(worker)
    await worker.stop()
    expect(logged).toHaveLength(1)
    expect(observedText()).not.toMatch(PERSONAL_DATA_PATTERN)
  })
})
