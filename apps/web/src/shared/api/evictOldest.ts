import { promisifyRequest } from 'idb-keyval'
import { type AnswerKey, answerStore } from '../session/answerStore.ts'
import type { SavedAnswer } from './savedAnswers.ts'

/** Deletes half of the stored answers: those not about `student_id` before those about it, and of both the oldest. */
export async function evictOldestAnswers(student_id: number): Promise<void> {
  await answerStore('readwrite', (store) => {
    const storedAnswers: { key: AnswerKey; at: number }[] = []
    store.openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
      if (cursor) {
        storedAnswers.push({ key: cursor.key as AnswerKey, at: (cursor.value as SavedAnswer).at })
        cursor.continue()
        return
      }
      const rank = ({ key }: { key: AnswerKey }) => Number(key[1] === student_id)
      storedAnswers.sort((a, b) => rank(a) - rank(b) || a.at - b.at)
      for (const { key } of storedAnswers.slice(0, Math.ceil(storedAnswers.length / 2))) store.delete(key)
    }
    return promisifyRequest(store.transaction)
  })
}
