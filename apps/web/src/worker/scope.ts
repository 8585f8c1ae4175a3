// The DOM's types lack the parts of a service worker's scope that are used here.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
export type PushEvent = Extendable & { data: { text(): string } | null }
export type NotificationEvent = Extendable & { notification: Notification }
export type SubscriptionChangeEvent = Extendable & {
  oldSubscription: PushSubscription | null
  newSubscription: PushSubscription | null
}

export type WindowClient = {
  focused: boolean
  focus(): Promise<WindowClient>
  navigate(address: string): Promise<WindowClient | null>
}
export type Clients = {
  matchAll(options: { type: 'window' }): Promise<WindowClient[]>
  openWindow(address: string): Promise<WindowClient | null>
}

export type Scope = {
  registration: ServiceWorkerRegistration
  clients: Clients
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void): void
}
