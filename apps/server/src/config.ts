import { resolve } from 'node:path'
import { ConfigError } from '@apoderados/database/configError'
import * as z from 'zod/mini'
import type { PushSettings } from './push/push.ts'
import { Environment, type EnvironmentValues, type Sender, senderOf } from './startup/environment.ts'
import type { Bucket } from './storage/bucketUrl.ts'

/** The web origins of the native apps, which are always allowed (R18). */
export const NATIVE_ORIGINS = ['https://localhost', 'capacitor://localhost']

/**
 * Limits of the server (spec §7, R12, R25, R31). Limits of a single call are in the contract's policy.ts, limits of
 * accounts and connections in packages/database/src/client/limits.ts.
 */
export const limits = {
  callsPerSessionPerMinute: 600,
  /**
   * Limits the lines that refused accesses of one parent add to the audit log, which keeps each line for two years.
   */
  deniedAuditedPerParentPerHour: 600,
  /**
   * Limits the lines that callers without a session add to the audit log: wrong passwords, wrong codes, code
   * requests.
   */
  triesAuditedPerAddressPerHour: 600,
  /** The minimum length of a new password (spec §5); a school may require more (R6). */
  passwordCharactersMin: 6,
  mailWakeMs: 100,
  mailPollMs: 10_000,
  digestPollMs: 60_000,
  mailConnectMs: 5_000,
  mailSilenceMs: 10_000,
  mailStopMs: 3_000,
  /**
   * The time limit of one request to a push service. It is below `writeAnswerMs`, because a parent who sends a test
   * notification waits for that request.
   */
  pushAnswerMs: 5_000,
  pushPollMs: 30_000,
  /** Pushes that are sent at the same time by one process. */
  pushesAtOnce: 64,
  /** The pause between the starts of two pushes: encrypting blocks the process, so calls are answered in between. */
  pushPauseMs: 5,
  /**
   * A process reserves a push for this time, which is longer than reading and sending the push take. Afterwards,
   * another process may send it.
   */
  pushLeaseSeconds: 20,
  /** A connection to Apple's service without requests is closed after this time. */
  pushIdleMs: 60_000,
  /** The strength of argon2id (R5); `memoryCost` is in KiB. */
  hashStrength: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  hashQueue: 64,
  /** A hash that waited longer is refused, so that 1.5 s of `writeAnswerMs` remain for the call's statements. */
  hashWaitMs: 5_500,
  bodyBytes: 16 * 1024,
  bodyDepth: 5,
  urlBytes: 2 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /**
   * A connection is closed after this time without any byte sent or received. It is long, because the buffers
   * between the server and a phone on a slow network can take half a minute to drain.
   */
  stalledAnswerMs: 60_000,
  connections: 2_000,
  /** Concurrent calls in one process; further calls are answered 503 at once (P8). */
  maxConcurrentCalls: 96,
  /** Concurrent downloads of documents, per parent and per process. */
  maxDownloads: { perParent: 8, perProcess: 100 },
  /** The time limit of a read, after which the answer is 503. It is below the 2 s within which P5 requires this 503. */
  readAnswerMs: 1_500,
  /** The time limit of a write, one second below the time limit of the web app. */
  writeAnswerMs: 7_000,
  storageConnectMs: 1_500,
  storageReadMs: 5_000,
  storageWriteMs: 60_000,
  /** The size of the memory cache of files, enough for about 3,000 portraits. */
  filesKeptBytes: 16 * 1024 * 1024,
  /** A larger file is read in parts of this size and is not cached. */
  filePartBytes: 256 * 1024,
  filesKeptMinutes: 10,
  drainMs: 15_000,
  /**
   * On shutdown, a kept-alive connection closes after this time without a call: a client may have sent one that has
   * not arrived yet.
   */
  drainIdleMs: 300,
  drainCallsMs: 3_000,
  /** Shorter than `mailStopMs`, so that a collector that does not answer never delays the shutdown. */
  telemetryStopMs: 2_000,
  /** Answers that take longer are always logged. */
  slowAnswerMs: 500,
} as const

export type Config = {
  port: number
  host: string
  /**
   * Absolute path of the folder for the embedded database and the keys, and for files and mails when no bucket or
   * mail server is set.
   */
  dataDir: string
  /** The URL of a PostgreSQL server; undefined for the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The bucket that stores photos and documents; undefined stores them in a folder of `dataDir`. */
  bucket: Bucket | undefined
  /** The command of a virus scanner for imported files, such as 'clamdscan -'; undefined disables scanning (R26). */
  scanCommand: string | undefined
  /** The first key signs, every key verifies; undefined for the key in `dataDir`. */
  secretKeys: string[] | undefined
  /** The URL of the mail server; undefined writes mails to files in `dataDir`. */
  smtpUrl: string | undefined
  mailFrom: Sender
  /** The origin that families open; undefined if PUBLIC_URL is not set. */
  publicUrl: string | undefined
  push: PushSettings
  /** Addresses of proxies whose X-Forwarded-For header is trusted; none by default (R25). */
  trustProxy: string[]
  /** Origins that may call the API from a browser, besides the server's own. */
  corsOrigins: string[]
  /** The port of the Prometheus metrics; undefined disables them. */
  metricsPort: number | undefined
  /** The address of the metrics; the loopback address by default, because the metrics need no sign-in. */
  metricsHost: string
  logLevel: string
  /** Of ordinary answers, one in this many is logged. */
  logSampleRate: number
  /** What is sent to a collector of OpenTelemetry. */
  telemetry: { traces: boolean; metrics: boolean }
}

function pushSettings(given: EnvironmentValues, mailFrom: Sender): PushSettings {
  const { APNS_KEY: keyFile, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, PUBLIC_URL } = given
  if ((keyFile || keyId || teamId) && !(keyFile && keyId && teamId))
    throw new ConfigError('APNS_KEY, APNS_KEY_ID and APNS_TEAM_ID must be given together')
  const page = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : undefined
  return {
    vapidPrivateKey: given.VAPID_PRIVATE_KEY,
    vapidSubject: given.VAPID_SUBJECT ?? page ?? `mailto:${mailFrom.address}`,
    fcmAccountFile: given.FCM_ACCOUNT,
    apns: keyFile && keyId && teamId ? { keyFile, keyId, teamId } : undefined,
    testOrigin: given.PUSH_TEST_ORIGIN,
  }
}

/**
 * Returns whether traces and metrics are sent, by OpenTelemetry's standard environment variables. The OpenTelemetry SDK
 * reads all its other variables itself.
 */
function telemetryOf(given: EnvironmentValues): Config['telemetry'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = given
  const isDisabled = given.OTEL_SDK_DISABLED?.toLowerCase() === 'true'
  const isSent = (ownEndpoint: string | undefined, exporter: string | undefined) =>
    !isDisabled && exporter !== 'none' && (ownEndpoint ?? endpoint) !== undefined
  return {
    traces: isSent(given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, given.OTEL_TRACES_EXPORTER),
    metrics: isSent(given.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, given.OTEL_METRICS_EXPORTER),
  }
}

/** @throws {ConfigError} with one line that names every invalid variable */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable counts as absent, as in most shells.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(Environment, present)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(wrong.join('; '))
  }
  const { PORT = 3000, HOST, DATA_DIR = './data', DATABASE_URL, PUBLIC_URL, LOG_LEVEL } = parsed.data
  const { SMTP_URL, MAIL_FROM } = parsed.data
  if (SMTP_URL && !MAIL_FROM) throw new ConfigError('MAIL_FROM must be given with SMTP_URL')
  const origins = [
    ...NATIVE_ORIGINS,
    ...(parsed.data.CORS_ORIGINS ?? []),
    ...(PUBLIC_URL ? [PUBLIC_URL] : []),
  ]
  const mailFrom = senderOf(MAIL_FROM ?? 'no-responder@localhost')
  return {
    port: PORT,
    host: HOST ?? (DATABASE_URL ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    bucket: parsed.data.STORAGE_URL,
    scanCommand: parsed.data.SCAN_COMMAND,
    secretKeys: parsed.data.SECRET_KEYS,
    smtpUrl: SMTP_URL,
    mailFrom,
    push: pushSettings(parsed.data, mailFrom),
    publicUrl: PUBLIC_URL,
    trustProxy: parsed.data.TRUST_PROXY ?? [],
    corsOrigins: [...new Set(origins)],
    metricsPort: parsed.data.METRICS_PORT,
    metricsHost: parsed.data.METRICS_HOST ?? '127.0.0.1',
    logLevel: LOG_LEVEL ?? (DATABASE_URL ? 'info' : 'warn'),
    logSampleRate: parsed.data.LOG_SAMPLE_RATE ?? 1,
    telemetry: telemetryOf(parsed.data),
  }
}
