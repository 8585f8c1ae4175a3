import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProfile, aStudent, tomas } from '../../testing/data/people.ts'
import { cachedResponses, cacheResponse, replaceDeviceStore } from '../../testing/deviceStore.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { cacheKeyOf, writeCachedResponse } from '../api/cachedResponses.ts'
import { sweepCachedResponses } from './cachedResponseStore.ts'
import { dispatch, startSession } from './store.ts'

replaceDeviceStore()
let stopWatching: (() => void) | undefined
afterEach(() => stopWatching?.())

const martina = aStudent()
const MOTHER_ID = 10
const FATHER_ID = 20

// Responses of both parents and their students, as an earlier run of the app left them.
beforeEach(async () => {
  for (const parent_id of [MOTHER_ID, FATHER_ID])
    for (const student_id of [0, martina.id, tomas.id])
      await cacheResponse([parent_id, student_id, 'getArrears', '[]'], { at: Date.now(), data: {} })
})

/** Returns parent and student of each cached response, once all earlier operations have ended. */
const readCachedKeys = async () => (await cachedResponses()).map(({ key }) => `${key[0]}/${key[1]}`)

/** Starts `sweepCachedResponses` and waits until it has removed the responses of others for the first time. */
async function startWatching() {
  stopWatching = sweepCachedResponses()
  await readCachedKeys()
}

it('without a session keeps nothing', async () => {
  stopWatching = sweepCachedResponses()
  expect(await readCachedKeys()).toEqual([])
})

it('at the start of a session keeps its parent’s responses alone', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  startSession()
  stopWatching = sweepCachedResponses()
  expect(await readCachedKeys()).toEqual(['10/0', '10/1', '10/2'])
})

it('loses everything with the sign-out', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  dispatch({ type: 'signedOut' })
  expect(await readCachedKeys()).toEqual([])
})

it('loses everything when another tab has signed out', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  expect(await readCachedKeys()).toHaveLength(3)
  localStorage.removeItem('auth_token')
  dispatch({ type: 'themeChosen', theme: 'dark' })
  expect(await readCachedKeys()).toEqual([])
})

it('loses a parent’s responses when another parent signs in', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  expect(await readCachedKeys()).toEqual(['10/0', '10/1', '10/2'])
  signedIn(aProfile({ id: FATHER_ID }))
  expect(await readCachedKeys()).toEqual([])
})

it('loses the responses of a student who has left the list', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  dispatch({ type: 'profileLoaded', profile: aProfile({ id: MOTHER_ID, students: [tomas] }) })
  expect(await readCachedKeys()).toEqual(['10/0', '10/2'])
})

it('is not searched if no account has signed in or out', async () => {
  signedIn(aProfile({ id: MOTHER_ID }))
  await startWatching()
  await cacheResponse([FATHER_ID, 0, 'getArrears', '[]'], {})
  dispatch({ type: 'profileLoaded', profile: aProfile({ id: MOTHER_ID }) })
  expect(await readCachedKeys()).toContain('20/0')
})

it('holds no response whose write was under way at the sign-out', async () => {
  for (let steps = 0; steps < 8; steps += 1) {
    signedIn(aProfile({ id: MOTHER_ID }))
    await startWatching()
    const cacheKey = cacheKeyOf('getCalendar', { student_id: martina.id })
    if (!cacheKey) throw new Error('a parent is signed in')
    const saving = writeCachedResponse(cacheKey, { at: Date.now(), data: {} })
    for (let step = 0; step < steps; step += 1) await undefined
    dispatch({ type: 'signedOut' })
    await saving
    expect(await readCachedKeys()).toEqual([])
    stopWatching?.()
  }
})
