import { hashKey } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { config } from '../../config.ts'
import { cachedResponseStore, canPersist, type ResponseKey } from '../session/cachedResponseStore.ts'
import { getSession } from '../session/store.ts'
import { tokenWasReplaced } from '../session/stored.ts'

/** The key of a cached response, and the token of the session that requested it. */
export type CacheKey = { key: ResponseKey; token: string | null }

/** Returns the key under which the current session stores a response; undefined without a signed-in parent. */
export function cacheKeyOf(call: string, request: object): CacheKey | undefined {
  const { profile, user, auth_token } = getSession()
  const parent = profile ?? user
  const { student_id = 0 } = request as { student_id?: number }
  return parent ? { key: [parent.id, student_id, call, hashKey([request])], token: auth_token } : undefined
}

/** False once the session has ended, here or in another tab, or the key's student has left the parent's list. */
export const isOfCurrentSession = ({ key, token }: CacheKey): boolean =>
  token === getSession().auth_token && canPersist(key) && !tokenWasReplaced(token)

/** `at` is when the response arrived, in epoch ms. */
type CachedResponse<T = unknown> = { at: number; data: T }

/**
 * Stores a response on the device if its session is still the current one. The check is inside the transaction: if the
 * sweep at a sign-out has begun before, the check fails; if it begins later, it removes this response too. A failure,
 * as of a full device, is ignored: the app works from the network alone.
 */
export const writeCachedResponse = async (cacheKey: CacheKey, response: CachedResponse): Promise<void> =>
  cachedResponseStore('readwrite', async (store) => {
    if (isOfCurrentSession(cacheKey)) await promisifyRequest(store.put(response, cacheKey.key))
  }).catch(() => undefined)

/**
 * Returns the cached response; undefined if there is none, if it is too old, or if `schema` cannot read it, as after an
 * update of the app.
 */
export async function readCachedResponse<T>(
  cacheKey: CacheKey,
  schema: z.ZodMiniType<T>,
): Promise<CachedResponse<T> | undefined> {
  const read = await cachedResponseStore('readonly', async (store) =>
    promisifyRequest<unknown>(store.get(cacheKey.key)),
  ).catch(() => undefined)
  const { at = 0, data } = (read ?? {}) as Partial<CachedResponse>
  const parsed = z.safeParse(schema, data)
  const isOld = at < Date.now() - config.responseMaxAgeMs
  return parsed.success && !isOld && isOfCurrentSession(cacheKey) ? { at, data: parsed.data } : undefined
}
