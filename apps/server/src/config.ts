import { resolve } from 'node:path'
import { ConfigError } from '@apoderados/database/configError'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { type Bucket, readBucketUrl } from './storage/bucketUrl.ts'

/** Web origins of the native apps: always allowed (R18). */
export const NATIVE_ORIGINS = ['https://localhost', 'capacitor://localhost']

/**
 * Limits of use (spec §7, R12, R25, R31). Those of a single call are in the contract's policy.ts, those of accounts and
 * connections in packages/database/src/client/limits.ts.
 */
export const limits = {
  callsPerSessionPerMinute: 600,
  /** Refused accesses of a parent that are noted, each with a line that stays for two years. */
  deniedNotedPerParentPerHour: 600,
  /** Of those who have no session: wrong passwords and codes, requests for a code. */
  triesNotedPerAddressPerHour: 600,
  /** Spec §5; a school that wants longer passwords raises it (R6). */
  passwordCharactersMin: 6,
  mailWakeMs: 100,
  mailPollMs: 10_000,
  mailConnectMs: 5_000,
  mailSilenceMs: 10_000,
  mailStopMs: 3_000,
  hashQueue: 64,
  /** Leaves a second and a half of a call for its statements. */
  hashWaitMs: 5_500,
  bodyBytes: 16 * 1024,
  bodyDepth: 5,
  urlBytes: 2 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /**
   * For an answer of which nothing moves. What lies in the buffers between here and a phone behind a slow network lasts for
   * half a minute.
   */
  answerStillMs: 60_000,
  connections: 2_000,
  /** Under way in one process; beyond, 503 at once (P8). */
  callsAtOnce: 96,
  /** On their way, of a parent and in one process. */
  documentsAtOnce: { ofParent: 8, ofAll: 100 },
  /** Longest time of a read: below the 2 s of P5, so that the 503 is sent in time. */
  readAnswerMs: 1_500,
  /** A second less than the app waits. */
  writeAnswerMs: 7_000,
  storageConnectMs: 1_500,
  storageReadMs: 5_000,
  storageWriteMs: 60_000,
  /** 3,000 portraits. */
  filesKeptBytes: 16 * 1024 * 1024,
  /** A larger file is read in parts of so many and is not kept. */
  filePartBytes: 256 * 1024,
  filesKeptMinutes: 10,
  drainMs: 15_000,
  /** A kept connection that seems idle may have a call on its way: it is closed once none has come for so long. */
  drainIdleMs: 300,
  drainCallsMs: 3_000,
} as const

const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text
const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
/** For the driver these are verify-full by other names, which it warns of at length. */
const CHECKED_TLS = /(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g
const plainDatabaseUrl = (text: string) =>
  text.includes('uselibpqcompat=true') ? text : text.replace(CHECKED_TLS, 'verify-full')
const isAddress = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const ADDRESSES_ADVICE = 'must be a comma list of addresses such as 10.0.0.1 or 10.0.0.0/8'
const ORIGINS_ADVICE = 'must be a comma list of origins such as https://app.example.com'

const STORAGE_ADVICE = 'must be s3://key:secret@host/bucket'

const isSmtpUrl = (text: string) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)
/** 'no-responder@colegio.cl' or 'Apoderados <no-responder@colegio.cl>'. */
const SENDER = /^(?:([^<>"\r\n]*)<([^\s<>",;@]+@[^\s<>",;@]+)>|([^\s<>",;@]+@[^\s<>",;@]+))$/

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535
const port = z.pipe(z.string().check(z.refine(isPort, 'must be a port, 0 to 65535')), z.transform(Number))

const Environment = z.object({
  PORT: z.optional(port),
  HOST: z.optional(z.string().check(z.minLength(1, 'must be an address to listen on'))),
  DATA_DIR: z.optional(z.string().check(z.minLength(1, 'must be a folder'))),
  DATABASE_URL: z.optional(
    z.pipe(
      z.string().check(z.refine(isDatabaseUrl, 'must be postgres://user:password@host/name')),
      z.transform(plainDatabaseUrl),
    ),
  ),
  SECRET_KEYS: z.optional(list),
  STORAGE_URL: z.optional(
    z.pipe(
      z.string().check(z.refine((text) => readBucketUrl(text) !== undefined, STORAGE_ADVICE)),
      z.transform((text) => readBucketUrl(text)),
    ),
  ),
  SCAN_COMMAND: z.optional(z.string().check(z.regex(/\S/, 'must be a program that reads a file'))),
  SMTP_URL: z.optional(z.string().check(z.refine(isSmtpUrl, 'must be smtp://user:password@host:port'))),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(SENDER, 'must be an address such as Apoderados <no-responder@example.com>')),
  ),
  PUBLIC_URL: z.optional(
    z.string().check(z.refine(isOrigin, 'must be an origin such as https://app.example.com')),
  ),
  TRUST_PROXY: z.optional(list.check(z.refine((items) => items.every(isAddress), ADDRESSES_ADVICE))),
  CORS_ORIGINS: z.optional(list.check(z.refine((origins) => origins.every(isOrigin), ORIGINS_ADVICE))),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z.optional(z.string()),
  LOG_LEVEL: z.optional(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
  ),
})

export type Sender = { name: string; address: string }

const PRODUCT = 'Apoderados'

function senderOf(text: string): Sender {
  const [, name = '', inBrackets, bare] = SENDER.exec(text) ?? []
  return { name: name.trim() || PRODUCT, address: (inBrackets ?? bare) as string }
}

export type Config = {
  port: number
  host: string
  /** Absolute folder of the embedded database, keys, and the files and mails that go nowhere else. */
  dataDir: string
  /** A PostgreSQL server; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** Where photos and documents lie; undefined for a folder of `dataDir`. */
  bucket: Bucket | undefined
  /** What looks for viruses in imported files, such as 'clamdscan -'; undefined looks for none (R26). */
  scanCommand: string | undefined
  /** The first signs, all verify; undefined for the key kept in `dataDir`. */
  secretKeys: string[] | undefined
  /** Where mails leave; undefined writes them to files below `dataDir`. */
  smtpUrl: string | undefined
  mailFrom: Sender
  /** The origin that families use; undefined when nobody told. */
  publicUrl: string | undefined
  /** Addresses whose X-Forwarded-For is believed; none by default (R25). */
  trustProxy: string[]
  /** Origins that may call from a browser, besides the server's own. */
  corsOrigins: string[]
  /** Where Prometheus asks; undefined counts nothing. */
  metricsPort: number | undefined
  /** This machine alone unless told: the figures need no sign-in. */
  metricsHost: string
  logLevel: string
}

/** @throws {ConfigError} naming every variable that is wrong, in one line */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable counts as absent, as in most shells' habits.
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
  return {
    port: PORT,
    host: HOST ?? (DATABASE_URL ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    bucket: parsed.data.STORAGE_URL,
    scanCommand: parsed.data.SCAN_COMMAND,
    secretKeys: parsed.data.SECRET_KEYS,
    smtpUrl: SMTP_URL,
    mailFrom: senderOf(MAIL_FROM ?? 'no-responder@localhost'),
    publicUrl: PUBLIC_URL,
    trustProxy: parsed.data.TRUST_PROXY ?? [],
    corsOrigins: [...new Set(origins)],
    metricsPort: parsed.data.METRICS_PORT,
    metricsHost: parsed.data.METRICS_HOST ?? '127.0.0.1',
    logLevel: LOG_LEVEL ?? (DATABASE_URL ? 'info' : 'warn'),
  }
}
