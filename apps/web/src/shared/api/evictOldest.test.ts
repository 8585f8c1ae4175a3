import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { keep, keptAnswers, withDeviceStore } from '../../testing/deviceStore.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { placeOf, saveAnswer } from './savedAnswers.ts'

withDeviceStore()

const { put } = IDBObjectStore.prototype
const full = () => new DOMException('full', 'QuotaExceededError')

/** A device with room for so many answers, which finds out when it writes them down at last. */
function withRoomFor(count: number) {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const putting = put.apply(this, args)
    const counting = this.count()
    counting.onsuccess = () => {
      if (counting.result <= count) return
      Object.defineProperty(this.transaction, 'error', { value: full() })
      this.transaction.abort()
    }
    return putting
  })
}

/** A full device that finds out at once: it refuses what it is asked to put, and once only. */
function refusingOnce() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...args) {
    put.apply(this, args)
    return Object.defineProperty(this.add(...args), 'error', { get: full, set: () => undefined })
  })
}

const save = (student_id: number, at: number) => {
  const place = placeOf('getArrears', { student_id })
  if (!place) throw new Error('a parent is signed in')
  return saveAnswer(place, { at, data: {} })
}

it.each([
  ['writes them down', () => withRoomFor(2)],
  ['is asked to', refusingOnce],
])(
  'drops the other students’ answers first, and of those the oldest, on a device full when it %s',
  async (_, fill) => {
    signedIn()
    await keep([10, 2, 'getArrears', 'new'], { at: 30 })
    await keep([10, 2, 'getArrears', 'old'], { at: 10 })
    await keep([10, 1, 'getCalendar', 'older'], { at: 1 })
    fill()
    await save(1, 40)
    expect((await keptAnswers()).map(({ at }) => at)).toEqual([40, 1])
  },
)

it('gives up quietly where nothing helps', async () => {
  signedIn()
  withRoomFor(0)
  await save(1, 40)
  expect(await keptAnswers()).toEqual([])
})
