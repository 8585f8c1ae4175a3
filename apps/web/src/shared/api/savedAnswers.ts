import type { JsonCallName } from '@apoderados/contract/calls/api'
import { hashKey } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { config } from '../../config.ts'
import { type AnswerKey, answerStore, canPersist } from '../session/answerStore.ts'
import { getSession } from '../session/store.ts'
import { tokenWasReplaced } from '../session/stored.ts'

/** The key of a stored answer, and the token of the session that requested it. */
export type StoredAnswerKey = { key: AnswerKey; token: string | null }

/** Returns the key under which the current session stores an answer; undefined without a signed-in parent. */
export function answerKeyOf(call: JsonCallName, request: object): StoredAnswerKey | undefined {
  const { profile, user, auth_token } = getSession()
  const parent = profile ?? user
  const { student_id = 0 } = request as { student_id?: number }
  return parent ? { key: [parent.id, student_id, call, hashKey([request])], token: auth_token } : undefined
}

/** False once the session has ended, here or in another tab, or the key's student has left the parent's list. */
export const isOfCurrentSession = ({ key, token }: StoredAnswerKey): boolean =>
  token === getSession().auth_token && canPersist(key) && !tokenWasReplaced(token)

/** `at` is when the answer arrived, in epoch ms. */
export type SavedAnswer<T = unknown> = { at: number; data: T }

/** Stores an answer on the device. It ignores failures, as the app also works from the network alone. */
export async function saveAnswer(answerKey: StoredAnswerKey, answer: SavedAnswer): Promise<void> {
  try {
    await writeAnswer(answerKey, answer).catch(async (error: Error | null) => {
      if (error?.name !== 'QuotaExceededError') return
      await evictOldestAnswers(answerKey.key[1])
      await writeAnswer(answerKey, answer)
    })
  } catch {
    // The device has no room or no storage.
  }
}

/** Deletes half of the stored answers: those not about `student_id` before those about it, and of both the oldest. */
async function evictOldestAnswers(student_id: number): Promise<void> {
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

/**
 * Writes the answer if its session is still the current one. The check is inside the transaction: if the removal of the
 * answers at a sign-out has begun before, the check fails; if it begins later, it removes this answer too.
 */
const writeAnswer = async (answerKey: StoredAnswerKey, answer: SavedAnswer) =>
  answerStore('readwrite', async (store) => {
    if (!isOfCurrentSession(answerKey)) return
    // A full device rejects either the request or the whole transaction, so both are awaited.
    await promisifyRequest(store.put(answer, answerKey.key))
    await promisifyRequest(store.transaction)
  })

/**
 * Returns the stored answer; undefined if there is none, if it is too old, or if `schema` cannot read it, as after an
 * update of the app. Settles within `config.storedAnswerReadMs` even if the device hangs.
 */
export async function readSavedAnswer<T>(
  answerKey: StoredAnswerKey,
  schema: z.ZodMiniType<T>,
): Promise<SavedAnswer<T> | undefined> {
  const read = await Promise.race([readAnswer(answerKey), readTimeout()]).catch(() => undefined)
  const { at = 0, data } = (read ?? {}) as Partial<SavedAnswer>
  const parsed = z.safeParse(schema, data)
  const isOld = at < Date.now() - config.answerMaxAgeMs
  return parsed.success && !isOld && isOfCurrentSession(answerKey) ? { at, data: parsed.data } : undefined
}

const readAnswer = async ({ key }: StoredAnswerKey) =>
  answerStore('readonly', (store) => promisifyRequest<unknown>(store.get(key)))

const readTimeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, config.storedAnswerReadMs))
