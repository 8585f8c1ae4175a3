import type { ResponseOf } from '@apoderados/contract/calls/api'
import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import { useState } from 'react'
import { type ApiError, fileUrl, sendCall } from '../api/api.ts'
import { useUncachedRead } from '../api/useUncachedRead.ts'

export type FeedChange = 'create' | 'revoke'

/** Returns the absolute address of a calendar from its root-relative `path`. */
const addressOf = (path: string) => new URL(fileUrl(path), location.origin).href

/** The state of the student's calendar address. `address` is known only from its creation until the page is left. */
export function useCalendarFeed(student_id: number, isOpen: boolean) {
  const query = useUncachedRead('getCalendarFeed', lazyApi.getCalendarFeed, { student_id }, isOpen)
  const [address, setAddress] = useState<string>()
  const [changing, setChanging] = useState<FeedChange>()
  const [error, setError] = useState<ApiError>()

  async function change(kind: FeedChange): Promise<boolean> {
    setChanging(kind)
    setError(undefined)
    try {
      if (kind === 'create') {
        const created = await sendCall(lazyApi.createCalendarFeed, { student_id })
        setAddress(addressOf((created as ResponseOf<'createCalendarFeed'>).path))
      } else {
        await sendCall(lazyApi.revokeCalendarFeed, { student_id })
        setAddress(undefined)
      }
      await query.refetch()
      return true
    } catch (failure) {
      setError(failure as ApiError) // `sendCall` throws nothing else
      return false
    } finally {
      setChanging(undefined)
    }
  }

  return { query, address, change, changing, error }
}
