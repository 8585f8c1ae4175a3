/** The part of the service worker that receives notifications; build/pushWorker.ts appends it to Workbox's file. */
import { type Clients, openPush, showPush } from './notifications.ts'

/** The events of a service worker that are used here; the DOM's types lack them. */
type Events = {
  push: { data: { text(): string } | null }
  notificationclick: { notification: Notification }
  pushsubscriptionchange: {
    oldSubscription: PushSubscription | null
    newSubscription: PushSubscription | null
  }
}
/** The global scope of a service worker, as far as it is used here; the DOM's types lack it. */
type Scope = {
  registration: ServiceWorkerRegistration
  clients: Clients
  addEventListener<N extends keyof Events>(
    name: N,
    listener: (event: Events[N] & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
}

const scope = self as unknown as Scope

scope.addEventListener('push', (event) => {
  event.waitUntil(showPush(scope.registration, event.data?.text()))
})

scope.addEventListener('notificationclick', (event) => {
  event.waitUntil(openPush(scope.clients, event.notification))
})

// Subscribes again. The app sends the new subscription to the server at its next start, as a worker has no session.
scope.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  if (newSubscription || !oldSubscription) return
  event.waitUntil(scope.registration.pushManager.subscribe(oldSubscription.options))
})
