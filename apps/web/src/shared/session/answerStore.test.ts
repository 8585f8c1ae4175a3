import { afterEach, beforeEach, expect, it } from 'vitest'
import { afterFirstPaint } from '../../startup/firstPaint.ts'
import { aProfile, aStudent, tomas } from '../../testing/data/people.ts'
import { keptAnswers, replaceDeviceStore, storeAnswer } from '../../testing/deviceStore.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { answerKeyOf, saveAnswer } from '../api/savedAnswers.ts'
import { watchAnswerStore } from './answerStore.ts'
import { dispatch, startSession } from './store.ts'

replaceDeviceStore()
let stopWatching: (() => void) | undefined
afterEach(() => stopWatching?.())

const martina = aStudent()
const MOTHER_ID = 10
const FATHER_ID = 20

// Answers of both parents and their students, as an earlier run of the app left them.
beforeEach(async () => {
  for (const parent_id of [MOTHER_ID, FATHER_ID])
    for (const student_id of [0, martina.id, tomas.id])
      await storeAnswer([parent_id, student_id, 'getArrears', '[]'], { at: Date.now(), data: {} })
})

/** Returns parent and student of each stored answer, once all earlier operations have ended. */
const readKeptKeys = async () => (await keptAnswers()).map(({ key }) => `${key[0]}/${key[1]}`)

/** Starts `watchAnswerStore` and waits until it has removed the answers of others for the first time. */
async function startWatching() {
  stopWatching = watchAnswerStore()
  await afterFirstPaint()
  await readKeptKeys()
}

it('without a session keeps nothing', async () => {
  stopWatching = watchAnswerStore()
  expect(await readKeptKeys()).toEqual([])
})

it('at the start of a session keeps its parent’s answers alone, after the first paint', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  startSession()
  stopWatching = watchAnswerStore()
  expect(await readKeptKeys()).toHaveLength(6)
  await afterFirstPaint()
  expect(await readKeptKeys()).toEqual(['10/0', '10/1', '10/2'])
})

it('loses everything with the sign-out', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  dispatch({ type: 'signedOut' })
  expect(await readKeptKeys()).toEqual([])
})

it('loses everything when another tab has signed out', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  expect(await readKeptKeys()).toHaveLength(3)
  localStorage.removeItem('auth_token')
  dispatch({ type: 'themeChosen', theme: 'dark' })
  expect(await readKeptKeys()).toEqual([])
})

it('loses a parent’s answers when another parent signs in', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  expect(await readKeptKeys()).toEqual(['10/0', '10/1', '10/2'])
  signedIn(aProfile({ id: FATHER_ID }))
  expect(await readKeptKeys()).toEqual([])
})

it('loses the answers of a student who has left the list', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  dispatch({ type: 'profileLoaded', profile: aProfile({ id: MOTHER_ID, students: [tomas] }) })
  expect(await readKeptKeys()).toEqual(['10/0', '10/2'])
})

it('is not searched if no account has signed in or out', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  await storeAnswer([FATHER_ID, 0, 'getArrears', '[]'], {})
  dispatch({ type: 'profileLoaded', profile: aProfile({ id: MOTHER_ID }) })
  expect(await readKeptKeys()).toContain('20/0')
})

it('holds no answer whose write was under way at the sign-out', async () => {
  for (let steps = 0; steps < 8; steps += 1) {
    signedIn(aProfile({ id: MOTHER_ID }))
    await startWatching()
    const answerKey = answerKeyOf('getCalendar', { student_id: martina.id })
    if (!answerKey) throw new Error('a parent is signed in')
    const saving = saveAnswer(answerKey, { at: Date.now(), data: {} })
    for (let step = 0; step < steps; step += 1) await undefined
    dispatch({ type: 'signedOut' })
    await saving
    expect(await readKeptKeys()).toEqual([])
    stopWatching?.()
  }
})
