/** The part of the service worker that receives notifications; build/pushWorker.ts appends it to Workbox's file. */
import { openPush, showPush } from './notifications.ts'
import type { Scope } from './scope.ts'

const scope = self as unknown as Scope

scope.addEventListener('push', (event) => {
  event.waitUntil(showPush(scope.registration, event.data?.text()))
})

scope.addEventListener('notificationclick', (event) => {
  event.waitUntil(openPush(scope.clients, event.notification))
})

// The app sends the new subscription to the server at its next start: a worker has no session.
scope.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  if (newSubscription || !oldSubscription) return
  event.waitUntil(scope.registration.pushManager.subscribe(oldSubscription.options))
})
