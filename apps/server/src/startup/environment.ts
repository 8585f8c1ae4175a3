import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { readBucketUrl } from '../storage/bucketUrl.ts'

const commaListSchema = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)

/** Returns the schema of a text that `isValid` accepts; `advice` is the error about any other text. */
const checkedTextSchema = (isValid: (text: string) => boolean, advice: string) =>
  z.string().check(z.refine(isValid, advice))

function wholeNumberSchema(min: number, max: number, advice: string) {
  const isWithin = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
  return z.pipe(checkedTextSchema(isWithin, advice), z.transform(Number))
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text
/** Browsers offer passkeys, and `Secure` cookies, to TLS and to the same machine only. */
const isOfficeOrigin = (text: string) =>
  isOrigin(text) && (text.startsWith('https:') || new URL(text).hostname === 'localhost')
const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
/** Matches values of `sslmode` that the driver treats as verify-full with a long warning, which a rewrite avoids. */
const SSL_MODES_TREATED_AS_VERIFY_FULL = /(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g
const rewriteSslMode = (text: string) =>
  text.includes('uselibpqcompat=true') ? text : text.replace(SSL_MODES_TREATED_AS_VERIFY_FULL, 'verify-full')
const isAddress = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const ADDRESSES_ADVICE = 'must be a comma list of addresses such as 10.0.0.1 or 10.0.0.0/8'
const EVERY_ADDRESS_ADVICE =
  'must not contain every address (/0), because any caller could then forge its own'
const ORIGINS_ADVICE = 'must be a comma list of origins such as https://app.example.com'

const isBucketUrl = (text: string) => readBucketUrl(text) !== undefined
const STORAGE_ADVICE = 'must be s3://key:secret@host/bucket'

const isSmtpUrl = (text: string) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)
/** Matches 'no-responder@colegio.cl' and 'Apoderados <no-responder@colegio.cl>'. */
const MAIL_SENDER_PATTERN = /^(?:([^<>"\r\n]*)<([^\s<>",;@]+@[^\s<>",;@]+)>|([^\s<>",;@]+@[^\s<>",;@]+))$/
const MAIL_SENDER_ADVICE = 'must be an address such as Apoderados <no-responder@example.com>'

const isVapidKey = (text: string) => /^[\w-]{43}$/.test(text)
/** Ten letters and digits, as Apple writes the ids of keys and teams. */
const appleIdSchema = z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'must be ten letters and digits of Apple'))

const portSchema = wholeNumberSchema(0, 65_535, 'must be a port, 0 to 65535')

const databaseUrlSchema = z.pipe(
  checkedTextSchema(isDatabaseUrl, 'must be postgres://user:password@host/name'),
  z.transform(rewriteSslMode),
)

const variablesSchema = z.object({
  PORT: portSchema,
  HOST: z.string().check(z.minLength(1, 'must be an address to listen on')),
  DATA_DIR: z.string().check(z.minLength(1, 'must be a folder')),
  DATABASE_URL: databaseUrlSchema,
  LOADS_DATABASE_URL: databaseUrlSchema,
  SECRET_KEYS: commaListSchema,
  STORAGE_URL: z.pipe(checkedTextSchema(isBucketUrl, STORAGE_ADVICE), z.transform(readBucketUrl)),
  SCAN_COMMAND: z.string().check(z.regex(/\S/, 'must be a program that reads a file')),
  SIGNING_FOLDER: z.string().check(z.minLength(1, 'must be a folder')),
  SMTP_URL: checkedTextSchema(isSmtpUrl, 'must be smtp://user:password@host:port'),
  MAIL_FROM: z.string().check(z.regex(MAIL_SENDER_PATTERN, MAIL_SENDER_ADVICE)),
  VAPID_PRIVATE_KEY: checkedTextSchema(
    isVapidKey,
    'must be a private key of P-256 in base64url: docs/operations.md',
  ),
  VAPID_SUBJECT: z
    .string()
    .check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:… or https:…')),
  FCM_ACCOUNT: z.string(),
  APNS_KEY: z.string(),
  APNS_KEY_ID: appleIdSchema,
  APNS_TEAM_ID: appleIdSchema,
  PUBLIC_URL: checkedTextSchema(isOrigin, 'must be an origin such as https://app.example.com'),
  OFFICE_PORT: portSchema,
  OFFICE_PUBLIC_URL: checkedTextSchema(
    isOfficeOrigin,
    'must be an https origin such as https://colegio.example.com, or http://localhost with a port',
  ),
  TRUST_PROXY: commaListSchema.check(
    z.refine((items) => items.every(isAddress), ADDRESSES_ADVICE),
    z.refine((items) => !items.some((item) => item.endsWith('/0')), EVERY_ADDRESS_ADVICE),
  ),
  CORS_ORIGINS: commaListSchema.check(z.refine((origins) => origins.every(isOrigin), ORIGINS_ADVICE)),
  METRICS_PORT: portSchema,
  METRICS_HOST: z.string(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    error: 'must be trace, debug, info, warn, error, fatal or silent',
  }),
  LOG_SAMPLE_RATE: wholeNumberSchema(1, 1_000, 'must be a whole number, 1 to 1000'),
})
/** The schema of the environment, in which every variable is optional. */
export const EnvironmentSchema = z.partial(variablesSchema)

export type MailSender = { name: string; address: string }

const PRODUCT_NAME = 'Apoderados'

/** Parses the value of MAIL_FROM; the name is the product's if there is none. */
export function parseMailSender(text: string): MailSender {
  const [, name = '', inBrackets, withoutName] = MAIL_SENDER_PATTERN.exec(text) ?? []
  return { name: name.trim() || PRODUCT_NAME, address: (inBrackets ?? withoutName) as string }
}

/** The server's environment variables after their validation. */
export type EnvironmentValues = z.infer<typeof EnvironmentSchema>
