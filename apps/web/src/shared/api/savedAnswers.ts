import type { JsonCallName } from '@apoderados/contract/api'
import { hashKey } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { config } from '../../config.ts'
import { type AnswerKey, answerStore, canPersist } from '../session/answerStore.ts'
import { getSession } from '../session/store.ts'
import { tokenWasReplaced } from '../session/stored.ts'
import { evictOldest } from './evictOldest.ts'

/** Where an answer lies, and in whose session it was asked for. */
export type AnswerPlace = { key: AnswerKey; token: string | null }

/** Undefined without a signed-in parent. */
export function placeOf(call: JsonCallName, request: object): AnswerPlace | undefined {
  const { profile, user, auth_token } = getSession()
  const parent = profile ?? user
  const { student_id = 0 } = request as { student_id?: number }
  return parent ? { key: [parent.id, student_id, call, hashKey([request])], token: auth_token } : undefined
}

/** Meanwhile the parent may have signed out, here or in another tab, or a student may have left the list. */
export const isStillOurs = ({ key, token }: AnswerPlace): boolean =>
  token === getSession().auth_token && canPersist(key) && !tokenWasReplaced(token)

/** `at` in epoch ms. */
export type SavedAnswer<T = unknown> = { at: number; data: T }

/** Keeps an answer on the device; goes without where that is not possible. */
export async function saveAnswer(place: AnswerPlace, answer: SavedAnswer): Promise<void> {
  try {
    await put(place, answer).catch(async (error: Error | null) => {
      if (error?.name !== 'QuotaExceededError') return
      await evictOldest(place.key[1])
      await put(place, answer)
    })
  } catch {
    // The device refuses: the app works from the network alone.
  }
}

/** A wipe has a transaction of its own: begun before this one it forbids the answer, after it removes it. */
const put = async (place: AnswerPlace, answer: SavedAnswer) =>
  answerStore('readwrite', async (store) => {
    if (!isStillOurs(place)) return
    // A full device may say so here or only at the end, and each time to the one that was refused alone.
    await promisifyRequest(store.put(answer, place.key))
    await promisifyRequest(store.transaction)
  })

/**
 * What was kept; absent is what is too old, and what another version kept that `schema` does not read. Ends
 * within `config.storeWaitMs`, whatever the device does.
 */
export async function savedAnswer<T>(
  place: AnswerPlace,
  schema: z.ZodMiniType<T>,
): Promise<SavedAnswer<T> | undefined> {
  const read = await Promise.race([get(place), tooLate()]).catch(() => undefined)
  const { at = 0, data } = (read ?? {}) as Partial<SavedAnswer>
  const parsed = z.safeParse(schema, data)
  const isOld = at < Date.now() - config.answerMaxAgeMs
  return parsed.success && !isOld && isStillOurs(place) ? { at, data: parsed.data } : undefined
}

const get = async ({ key }: AnswerPlace) =>
  answerStore('readonly', (store) => promisifyRequest<unknown>(store.get(key)))

const tooLate = () => new Promise<undefined>((resolve) => setTimeout(resolve, config.storeWaitMs))
