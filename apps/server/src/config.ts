import { resolve } from 'node:path'
import { ConfigError } from '@apoderados/core/configError'
import { accountLimits, type DatabaseTimeouts, databaseLimits } from '@apoderados/core/db/client/limits'
import * as z from 'zod/mini'
import {
  EnvironmentSchema,
  type EnvironmentValues,
  type MailSender,
  parseMailSender,
} from './startup/environment.ts'
import type { Bucket } from './storage/bucketUrl.ts'

/** The web origins of the native apps, which are always allowed (R18). */
export const NATIVE_ORIGINS = ['https://localhost', 'capacitor://localhost']

/**
 * Limits of the server (spec §7, R12, R25, R31). Limits of a single call are in the contract's table, limits of
 * accounts and database connections in packages/core/src/db/client/limits.ts.
 */
export const limits = {
  callsPerSessionPerMinute: 600,
  /** Limits the audit lines of one parent's calls about students without a link; each is kept for two years. */
  deniedAuditedPerParentPerHour: 600,
  /** Limits the audit lines of callers without a session: wrong passwords, wrong codes, code requests. */
  attemptsAuditedPerAddressPerHour: 600,
  /** The minimum of characters of a new password (spec §5). An operator may raise it here for a school (R6). */
  passwordCharactersMin: 6,
  mailWakeMs: 100,
  mailPollMs: 10_000,
  digestPollMs: 60_000,
  mailConnectMs: 5_000,
  mailSilenceMs: 10_000,
  mailStopMs: 3_000,
  /** The time limit of a request to a push service; below `writeResponseMs`, as a parent awaits a test notification. */
  pushResponseMs: 5_000,
  pushPollMs: 30_000,
  /** The maximum of pushes that one process sends at the same time. */
  pushesAtOnce: 64,
  /** The pause between the starts of two pushes: encrypting blocks the process, so calls are answered in between. */
  pushPauseMs: 5,
  /** A process reserves a push for this time, longer than reading and sending it; then another process may send it. */
  pushLeaseSeconds: 20,
  /** A connection to Apple's service without requests is closed after this time. */
  pushIdleMs: 60_000,
  /** How often a process looks for a load to check or to apply. */
  /** The time of an upload of one file. */
  uploadMs: 600_000,
  loadPollMs: 5_000,
  noticePollMs: 15_000,
  documentPollMs: 15_000,
  documentPauseMs: 5,
  /** How long a read of records waits before it is noted. */
  readLogFlushMs: 5_000,
  /** On shutdown, a load that takes longer is rolled back. */
  loadStopMs: 5_000,
  /** The strength of argon2id (R5); `memoryCost` is in KiB. */
  hashStrength: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  hashQueue: 64,
  /** A hash that waited longer is refused, so that 1.5 s of `writeResponseMs` remain for the hash and the statements. */
  hashWaitMs: 5_500,
  bodyBytes: 16 * 1024,
  bodyDepth: 5,
  urlBytes: 2 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /**
   * A connection is closed after this time without any byte sent or received. The time is long, because the buffers
   * between the server and a phone on a slow network can take half a minute to drain.
   */
  stalledResponseMs: 60_000,
  connections: 2_000,
  /** The maximum of concurrent calls per process and pool except `hash` (loadShedding.ts); others get 503 (P8). */
  maxConcurrentCalls: 96,
  /** The maximum of concurrent downloads of documents, per parent and per process. */
  maxDownloads: { perParent: 8, perProcess: 100 },
  /** The time limit of a GET call without a file, after which it is answered 503, within the 2 s that P5 requires. */
  readResponseMs: 1_500,
  /** The time limit of a call with another method than GET, one second below the time limit of the web app. */
  writeResponseMs: 7_000,
  storageConnectMs: 1_500,
  storageReadMs: 5_000,
  storageWriteMs: 60_000,
  /** The maximum size of the memory cache of files, enough for about 3,000 portraits. */
  filesKeptBytes: 16 * 1024 * 1024,
  /** A larger file is read and sent in parts of this size, and is not cached. */
  filePartBytes: 256 * 1024,
  filesKeptMinutes: 10,
  drainMs: 15_000,
  /** On shutdown, connections stay open for this time without a call, or for `drainCallsMs`: one may be under way. */
  drainIdleMs: 300,
  drainCallsMs: 3_000,
  /** Responses that take at least this time are logged in any case (see `logSampleRate`). */
  slowResponseMs: 500,
}

/** The limits that are passed to the server and its services, because tests set other values. */
export type Limits = Readonly<
  Pick<
    typeof limits,
    | 'hashStrength'
    | 'hashWaitMs'
    | 'headersTimeoutMs'
    | 'requestTimeoutMs'
    | 'stalledResponseMs'
    | 'maxConcurrentCalls'
    | 'maxDownloads'
    | 'readResponseMs'
    | 'writeResponseMs'
    | 'slowResponseMs'
    | 'pushesAtOnce'
    | 'drainMs'
    | 'drainCallsMs'
  > &
    Pick<typeof accountLimits, 'signIns'>
> &
  DatabaseTimeouts
export const productLimits: Limits = { ...limits, ...accountLimits, ...databaseLimits }

/** The settings of the push services; a service without settings is off. */
export type PushSettings = {
  vapidPrivateKey?: string | undefined
  /** A mail address or page of the operator, for the push services: 'mailto:…' or 'https:…'. */
  vapidSubject: string
  /** The path of Google's service account file. */
  fcmAccountFile?: string | undefined
  apns?: { keyFile: string; keyId: string; teamId: string } | undefined
}

export type Config = {
  port: number
  host: string
  /** The absolute path of the folder for keys, embedded database, and files and mails without bucket or mail server. */
  dataDir: string
  /** The URL of a PostgreSQL server; undefined for the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The URL with the account that writes the loads of the console; undefined if this process writes none. */
  loadsDatabaseUrl: string | undefined
  /** The bucket that stores photos and documents; undefined stores them in a folder of `dataDir`. */
  bucket: Bucket | undefined
  /** The command of a virus scanner for imported files, such as 'clamdscan -'; undefined disables scanning (R26). */
  scanCommand: string | undefined
  /** The first key signs, every key verifies; undefined for the key in `dataDir`. */
  secretKeys: string[] | undefined
  /** The URL of the mail server; undefined writes mails to files in `dataDir`. */
  smtpUrl: string | undefined
  mailFrom: MailSender
  /** The origin that families open; undefined if PUBLIC_URL is not set. */
  publicUrl: string | undefined
  /** The port of the console; undefined if the server has none. */
  officePort: number | undefined
  /** The origin at which the staff opens the console; undefined without console, or if any free port will do. */
  officeUrl: string | undefined
  /** The folder with the schools' certificates, which sign their documents; undefined signs none. */
  signingFolder: string | undefined
  push: PushSettings
  /** Addresses of proxies whose X-Forwarded-For header is trusted; none by default (R25). */
  trustProxy: string[]
  /** Origins that may call the API from a browser, besides the server's own. */
  corsOrigins: string[]
  /** The port at which Prometheus reads the metrics; undefined if there is none. */
  metricsPort: number | undefined
  /** The address of `metricsPort`; the loopback address by default, because the metrics need no sign-in. */
  metricsHost: string
  logLevel: string
  /** Of quick, successful reads without an audit line, one in about this many is logged. */
  logSampleRate: number
}

function readPushSettings(given: EnvironmentValues, mailFrom: MailSender): PushSettings {
  const { APNS_KEY: keyFile, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, PUBLIC_URL } = given
  if ((keyFile || keyId || teamId) && !(keyFile && keyId && teamId))
    throw new ConfigError('APNS_KEY, APNS_KEY_ID and APNS_TEAM_ID must be given together')
  const page = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : undefined
  return {
    vapidPrivateKey: given.VAPID_PRIVATE_KEY,
    vapidSubject: given.VAPID_SUBJECT ?? page ?? `mailto:${mailFrom.address}`,
    fcmAccountFile: given.FCM_ACCOUNT,
    apns: keyFile && keyId && teamId ? { keyFile, keyId, teamId } : undefined,
  }
}

/** Returns where the console is: beside the families' port with the embedded PostgreSQL, else only if OFFICE_PORT is set. */
function readOffice({ OFFICE_PORT, OFFICE_PUBLIC_URL, DATABASE_URL }: EnvironmentValues, port: number) {
  if (DATABASE_URL && OFFICE_PORT !== undefined && !OFFICE_PUBLIC_URL)
    throw new ConfigError('OFFICE_PUBLIC_URL must be given with OFFICE_PORT')
  const beside = port === 0 ? 0 : port + 1
  const officePort = OFFICE_PORT ?? (DATABASE_URL ? undefined : beside)
  // A process without the console mails links to it too.
  return {
    officePort,
    officeUrl: OFFICE_PUBLIC_URL ?? (officePort ? `http://localhost:${officePort}` : undefined),
  }
}

/** @throws {ConfigError} with one line that names every invalid variable */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable counts as absent.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(EnvironmentSchema, present)
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
  const mailFrom = parseMailSender(MAIL_FROM ?? 'no-responder@localhost')
  return {
    port: PORT,
    host: HOST ?? (DATABASE_URL ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    loadsDatabaseUrl: parsed.data.LOADS_DATABASE_URL,
    bucket: parsed.data.STORAGE_URL,
    scanCommand: parsed.data.SCAN_COMMAND,
    secretKeys: parsed.data.SECRET_KEYS,
    smtpUrl: SMTP_URL,
    mailFrom,
    signingFolder: parsed.data.SIGNING_FOLDER,
    push: readPushSettings(parsed.data, mailFrom),
    publicUrl: PUBLIC_URL,
    ...readOffice(parsed.data, PORT),
    trustProxy: parsed.data.TRUST_PROXY ?? [],
    corsOrigins: [...new Set(origins)],
    metricsPort: parsed.data.METRICS_PORT,
    metricsHost: parsed.data.METRICS_HOST ?? '127.0.0.1',
    logLevel: LOG_LEVEL ?? (DATABASE_URL ? 'info' : 'warn'),
    logSampleRate: parsed.data.LOG_SAMPLE_RATE ?? 1,
  }
}
