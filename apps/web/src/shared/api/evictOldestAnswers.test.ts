import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { keptAnswers, replaceDeviceStore, storeAnswer } from '../../testing/deviceStore.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { answerKeyOf, saveAnswer } from './savedAnswers.ts'

replaceDeviceStore()

const { put: originalPut } = IDBObjectStore.prototype
const quotaError = () => new DOMException('full', 'QuotaExceededError')

/** Simulates a device with room for `count` answers that aborts the transaction when it is full. */
function limitRoomTo(count: number) {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const putting = originalPut.apply(this, args)
    const counting = this.count()
    counting.onsuccess = () => {
      if (counting.result <= count) return
      Object.defineProperty(this.transaction, 'error', { value: quotaError() })
      this.transaction.abort()
    }
    return putting
  })
}

/** Simulates a full device that rejects the first put request and no later one. */
function refuseFirstPut() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...args) {
    originalPut.apply(this, args)
    return Object.defineProperty(this.add(...args), 'error', { get: quotaError, set: () => undefined })
  })
}

const saveArrears = (student_id: number, at: number) => {
  const answerKey = answerKeyOf('getArrears', { student_id })
  if (!answerKey) throw new Error('a parent is signed in')
  return saveAnswer(answerKey, { at, data: {} })
}

it.each([
  ['in the transaction', () => limitRoomTo(2)],
  ['in the request', refuseFirstPut],
])('drops the oldest answers of other students first when a full device fails %s', async (_, fill) => {
  signedIn()
  await storeAnswer([10, 2, 'getArrears', 'new'], { at: 30 })
  await storeAnswer([10, 2, 'getArrears', 'old'], { at: 10 })
  await storeAnswer([10, 1, 'getCalendar', 'older'], { at: 1 })
  fill()
  await saveArrears(1, 40)
  expect((await keptAnswers()).map(({ at }) => at)).toEqual([40, 1])
})

it('stores nothing, without an error, if eviction does not make enough room', async () => {
  signedIn()
  limitRoomTo(0)
  await saveArrears(1, 40)
  expect(await keptAnswers()).toEqual([])
})
