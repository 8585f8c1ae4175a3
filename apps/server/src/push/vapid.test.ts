import { LRUCache } from 'lru-cache'
import { expect, it, vi } from 'vitest'
import { newVapidKey, vapidHeaders } from './vapid.ts'

it('the headers of push services are cached for a bounded number of origins', () => {
  const set = vi.spyOn(LRUCache.prototype, 'set')
  const headerFor = vapidHeaders({ privateKey: newVapidKey(), subject: 'mailto:soporte@colegio.cl' })
  const first = headerFor('https://fcm.googleapis.com/a')
  expect(headerFor('https://fcm.googleapis.com/b')).toBe(first)
  for (let host = 0; host < 150; host += 1) headerFor(`https://n${host}.notify.windows.com/w`)
  const [cache] = set.mock.contexts as LRUCache<string, object>[]
  expect(cache?.size).toBe(100)
})
