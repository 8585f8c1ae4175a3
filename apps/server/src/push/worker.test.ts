import { pushes, pushTokens } from '@apoderados/core/db/tables/messages'
import { CANARY, setupPushSchool } from '@apoderados/testing/push/pushSchool'
import { describe, expect, it } from 'vitest'

const { server, school, ids, logged, replies, service, ...push } = setupPushSchool()
const { runRound, familyWithDevice, logGrade, endWaiting, arrived } = push

describe('a push', () => {
  it('reaches each device once per kind and student, without a name, a mark or a subject', async () => {
    const family = await familyWithDevice('telefono')
    await push.addDevice((await school.signIn(family.parent_id)).jwt, 'tableta')
    const changeIds = [await logGrade(family), await logGrade(family), await logGrade(family)]
    await logGrade(family, { kind: 'observation', item: '31', new_value: 'positive' })
    const worker = await runRound()
    await runRound()
    expect(arrived().sort()).toEqual([
      ['tableta', '1 observación nueva'],
      ['tableta', '3 calificaciones nuevas'],
      ['telefono', '1 observación nueva'],
      ['telefono', '3 calificaciones nuevas'],
    ])
    const grade = service().arrived.find(({ message }) => message.body.startsWith('3'))?.message
    expect(grade).toEqual({
      title: 'Apoderados',
      body: '3 calificaciones nuevas',
      tag: `${family.student_id}-grade`,
      batch: `${changeIds[0]}-${changeIds[2]}`,
      url: `/app/calificaciones?alumno=${family.student_id}`,
    })
    expect(JSON.stringify([service().arrived, logged])).not.toMatch(new RegExp(`${CANARY}|Inés|Rojas|5[.,]8`))
    expect([worker.counts.sent, service().faults]).toEqual([4, []])
  })

  it('shows the student, the subject and the mark if the parent chose details', async () => {
    const family = await familyWithDevice('telefono', { show_detail: true })
    await logGrade(family, { known_value: '5.4', title: 'Prueba 2' })
    await runRound()
    expect(service().arrived[0]?.message).toMatchObject({
      title: `Inés ${CANARY}`,
      body: `Matemática ${CANARY} · Prueba 2: 5,4 → 5,8`,
      url: `/app/calificaciones?alumno=${family.student_id}&periodo=3&asignatura=${ids.subject_id}`,
    })
  })

  it('has no name of a column if the parent chose details and an account has changed', async () => {
    const family = await familyWithDevice('telefono', { show_detail: true })
    await logGrade(family, {
      kind: 'account',
      title: 'student_rut',
      course_subject_id: null,
      known_value: 'x',
    })
    await runRound()
    expect(arrived()).toEqual([['telefono', '1 novedad en tu cuenta']])
  })

  it('counts changed grades as news, not as new grades', async () => {
    const family = await familyWithDevice('telefono')
    for (const known_value of [null, null, null, '5.4']) await logGrade(family, { known_value })
    await runRound()
    expect(arrived()).toEqual([['telefono', '4 novedades en calificaciones']])
  })

  it('is sent once by two processes, of which one waits for a response', async () => {
    const devices = ['a', 'b', 'c', 'd', 'e']
    const response = Promise.withResolvers<void>()
    service().holdDevice('a', response.promise)
    for (const device of devices) await logGrade(await familyWithDevice(device))
    const first = push.startWorker(push.newWorker())
    await expect.poll(() => service().arrived.length).toBe(5)
    service().holdDevice('a', Promise.resolve()) // a wrong second push to device a would be answered at once
    await runRound()
    response.resolve()
    await first
    expect(arrived().sort()).toEqual(devices.map((device) => [device, '1 calificación nueva']))
  })

  it('leaves out changes that were superseded or restored before they became public', async () => {
    const family = await familyWithDevice('telefono')
    await logGrade(family, { known_value: '5.8', old_value: '4.0' })
    const item = `${family.enrollment_id}/superseded`
    await logGrade(family, { item, changed_at: new Date(Date.now() - 60_000) })
    await logGrade(family, { item, changed_at: new Date(Date.now() - 50_000) })
    await runRound()
    expect(arrived()).toEqual([['telefono', '1 calificación nueva']])
  })

  it('reaches the parents of a course, except of students who do not take the elective', async () => {
    const [taker] = [await familyWithDevice('toma'), await familyWithDevice('no-toma')]
    const elective = await school.subject(ids.course_id, { name: 'Taller' })
    await school.elective(elective, taker.enrollment_id)
    const event = { kind: 'event' as const, enrollment_id: null, course_id: ids.course_id }
    await logGrade(taker, { ...event, course_subject_id: elective })
    await runRound()
    expect(arrived()).toEqual([['toma', '1 actividad nueva en la agenda']])
  })
})

describe('a push that fails', () => {
  it('is sent again with the same tag and batch, before later ones', async () => {
    const family = await familyWithDevice('telefono')
    replies.push(503)
    const first = await logGrade(family)
    const worker = await runRound()
    expect([worker.counts.later, arrived()]).toEqual([1, []])
    const second = await logGrade(family)
    await runRound()
    expect(arrived()).toEqual([])
    await endWaiting()
    await runRound()
    const sent = service().arrived.map(({ message }) => [message.tag, message.batch])
    const tag = `${family.student_id}-grade`
    expect(sent).toEqual([
      [tag, `${first}-${first}`],
      [tag, `${second}-${second}`],
    ])
  })

  it('because the device is gone removes its token', async () => {
    const family = await familyWithDevice('telefono')
    replies.push(410)
    await logGrade(family)
    const worker = await runRound()
    expect(worker.counts.gone).toBe(1)
    expect([await server().db.$count(pushTokens), await server().db.$count(pushes)]).toEqual([0, 0])
  })

  it('because it is refused is logged once, by its code alone', async () => {
    logged.length = 0
    for (const device of ['a', 'b']) await logGrade(await familyWithDevice(device))
    replies.push(403, 403)
    expect((await runRound()).counts.refused).toBe(2)
    expect(logged).toEqual([[{ code: '403' }, 'a push service refuses notifications']])
    expect(await server().db.$count(pushes)).toBe(0)
  })
})
