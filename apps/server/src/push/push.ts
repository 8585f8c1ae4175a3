import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@apoderados/core/configError'
import { hmac, type Keys } from '@apoderados/core/secrets/keys'
import { readOrCreateSecret } from '@apoderados/core/secrets/secretFile'
import type { PushSettings } from '../config.ts'
import { type ApnsAccount, apnsSender } from './apns.ts'
import { FcmAccount, fcmSender } from './fcm.ts'
import type { PushMessage, PushResult, PushSender } from './message.ts'
import { deviceAddressOf, type WebSubscription } from './token.ts'
import { newVapidKey, vapidPublicKey } from './vapid.ts'
import { webPushSender } from './webPush.ts'

/** The id of the phone app, by which Apple's service knows it. */
const APP_ID = 'cl.apoderados.app'
/** The length of a topic in characters, the maximum of RFC 8030. */
const TOPIC_LENGTH = 32

export type Push = {
  /** The key with which a browser subscribes; null if Web Push is off. */
  vapidPublicKey: string | null
  /** The push services that are on. */
  services: PushServiceName[]
  /** False for a token without an address at a known push service; the server sends nothing to it. */
  accepts(token: string): boolean
  send(token: string, message: PushMessage): Promise<PushResult>
}
type PushServiceName = 'web' | 'fcm' | 'apns'
type PushSenders = { web?: PushSender<WebSubscription>; fcm?: PushSender<string>; apns?: PushSender<string> }

async function readSecretFile(variable: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error) => {
    throw new ConfigError(`${variable} ${path} cannot be read (${error.code})`)
  })
}

async function readFcmAccount(path: string): Promise<FcmAccount> {
  const text = await readSecretFile('FCM_ACCOUNT', path)
  try {
    return FcmAccount.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(`FCM_ACCOUNT ${path} is no service account file of Google`)
  }
}

async function openSenders(settings: PushSettings): Promise<PushSenders> {
  const { vapidPrivateKey, vapidSubject, fcmAccountFile, apns } = settings
  const senders: PushSenders = {}
  if (vapidPrivateKey) senders.web = webPushSender({ privateKey: vapidPrivateKey, subject: vapidSubject })
  if (fcmAccountFile) senders.fcm = fcmSender(await readFcmAccount(fcmAccountFile))
  if (apns) {
    const { keyFile, ...account } = apns
    const key = await readSecretFile('APNS_KEY', keyFile)
    senders.apns = apnsSender({ ...account, key, topic: APP_ID } satisfies ApnsAccount)
  }
  return senders
}

/** Sends by the services in `senders`. Topics are hashed with `keys`, so that they identify no student to a service. */
export function createPush(
  senders: PushSenders,
  keys: Keys,
  { vapidPrivateKey }: Pick<PushSettings, 'vapidPrivateKey'> = {},
): Push {
  const topicOf = (tag: string) => hmac(keys[0].devices, `push ${tag}`).slice(0, TOPIC_LENGTH)
  return {
    vapidPublicKey: vapidPrivateKey ? vapidPublicKey(vapidPrivateKey) : null,
    services: Object.keys(senders) as PushServiceName[],
    accepts: (token) => deviceAddressOf(token) !== undefined,
    async send(token, message) {
      const address = deviceAddressOf(token)
      if (!address) return { outcome: 'refused', code: 'endpoint' }
      const topic = topicOf(message.tag)
      const sent =
        address.service === 'web'
          ? senders.web?.(address.subscription, message, topic)
          : senders[address.service]?.(address.token, message, topic)
      return sent ?? { outcome: 'not_configured' }
    },
  }
}

/** Reads the keys and accounts of the push services that are set. @throws {ConfigError} if one cannot be read */
export async function openPush(settings: PushSettings | undefined, keys: Keys): Promise<Push> {
  return settings ? createPush(await openSenders(settings), keys, settings) : createPush({}, keys)
}

export const VAPID_KEY_FILE = 'vapid-key'

/** Returns the VAPID key in `dataDir`, which it creates once. Another key would end all subscriptions of browsers. */
export const vapidKeyOf = (dataDir: string) => readOrCreateSecret(join(dataDir, VAPID_KEY_FILE), newVapidKey)
