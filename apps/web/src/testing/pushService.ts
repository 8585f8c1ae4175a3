import { onTestFinished, vi } from 'vitest'

/** Simulates a push service, which jsdom lacks. `response` is the parent's reply to the request for permission. */
export function simulatePushService(response: NotificationPermission = 'granted') {
  const browser = {
    permission: 'default' as NotificationPermission,
    /** The number of the current subscription, if there is one; each new one has the next number and address. */
    subscription: undefined as number | undefined,
    keys: [] as unknown[],
    closed: 0,
  }
  let count = 0
  const subscriptionOf = (id: number) => ({
    toJSON: () => ({ endpoint: `https://push.example/${id}` }),
    unsubscribe: async () => {
      browser.subscription = undefined
    },
  })
  const pushManager = {
    getSubscription: async () => (browser.subscription ? subscriptionOf(browser.subscription) : null),
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      count += 1
      browser.subscription = count
      browser.keys.push(applicationServerKey)
      return subscriptionOf(count)
    },
  }
  const registration = {
    pushManager,
    getNotifications: async () => [{ close: () => (browser.closed += 1) }],
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.permission = response
      return response
    },
  })
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  return browser
}

/** Returns the push token of a subscription of `simulatePushService`, by its number. */
export const tokenOf = (id: number) => JSON.stringify({ endpoint: `https://push.example/${id}` })
