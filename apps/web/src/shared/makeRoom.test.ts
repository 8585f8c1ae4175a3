import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { keep, keptAnswers, withDeviceStore } from '../testing/deviceStore.ts'
import { signedIn } from '../testing/signedIn.ts'
import { placeOf, saveAnswer } from './savedAnswers.ts'

withDeviceStore()

/** A device with room for so many answers. */
function withRoomFor(count: number) {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const counting = this.count()
    counting.onsuccess = () => {
      if (counting.result < count) return
      const error = new DOMException('full', 'QuotaExceededError')
      Object.defineProperty(this.transaction, 'error', { value: error })
      this.transaction.abort()
    }
    return put.apply(this, args)
  })
}

const save = (student_id: number, at: number) => {
  const place = placeOf('getArrears', { student_id })
  if (!place) throw new Error('a parent is signed in')
  return saveAnswer(place, { at, data: {} })
}

it('drops the other students’ answers first, and of those the oldest', async () => {
  signedIn()
  await keep([10, 2, 'getArrears', 'new'], { at: 30 })
  await keep([10, 2, 'getArrears', 'old'], { at: 10 })
  await keep([10, 1, 'getCalendar', 'older'], { at: 1 })
  withRoomFor(2)
  await save(1, 40)
  expect((await keptAnswers()).map(({ at }) => at)).toEqual([40, 1])
})

it('gives up quietly where nothing helps', async () => {
  signedIn()
  withRoomFor(0)
  await save(1, 40)
  expect(await keptAnswers()).toEqual([])
})
