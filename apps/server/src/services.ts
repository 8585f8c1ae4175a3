import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Database } from '@apoderados/core/db/client/open'
import { createSignerFinder } from '@apoderados/core/documents/signDocument'
import type { Keys } from '@apoderados/core/secrets/keys'
import { createAuditLimit } from './auth/auditLimit.ts'
import { createPasswords } from './auth/passwords.ts'
import { createLinks } from './auth/signedLinks.ts'
import { createTokens } from './auth/tokens.ts'
import { relyingPartyOf } from './auth/webauthn.ts'
import { type Config, type Limits, type PushSettings, productLimits } from './config.ts'
import { createDocumentWorker } from './jobs/documentWorker.ts'
import { createNoticeWorker } from './jobs/noticeWorker.ts'
import { createReadLog } from './jobs/readLog.ts'
import { createDelivery } from './mail/delivery.ts'
import { createDigestWorker } from './mail/digestWorker.ts'
import { createMailWorker } from './mail/worker.ts'
import { openPush } from './push/push.ts'
import { createPushWorker } from './push/worker.ts'
import { createScanner } from './startup/scanner.ts'
import { createFiles } from './storage/files.ts'

/** The services that a process creates once, and that each of its calls may use. */
export type Services = Awaited<ReturnType<typeof createServices>>

type ServiceSettings = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom'> &
  Partial<Pick<Config, 'publicUrl' | 'officeUrl' | 'bucket' | 'scanCommand' | 'signingFolder'>> & {
    /** Where anybody checks a folio; `publicUrl` by default. */
    checkOrigin?: string | undefined
    push?: PushSettings
    limits?: Limits
  }

/** Creates the services. `onMailWritten` gets the path of each mail that is written to a file without a mail server. */
export const createServices = async (
  db: Database,
  keys: Keys,
  settings: ServiceSettings,
  onMailWritten: (path: string) => void = () => {},
) => {
  const { limits = productLimits } = settings
  const push = await openPush(settings.push, keys)
  const links = createLinks(keys)
  const delivery = createDelivery(settings, onMailWritten)
  const files = createFiles(settings)
  const { checkOrigin = settings.publicUrl } = settings
  const documents = {
    files,
    checkPage: checkOrigin && `${checkOrigin}${BASE_PATH}/folio`,
    findSigner: createSignerFinder(settings.signingFolder),
  }
  const mails = createMailWorker(
    db,
    { keys, links, publicUrl: settings.publicUrl, officeUrl: settings.officeUrl },
    delivery,
  )
  return {
    db,
    keys,
    limits,
    tokens: createTokens(keys),
    links,
    passwords: await createPasswords(limits),
    files,
    documents,
    documentJobs: createDocumentWorker(db, documents),
    /** To whom the passkeys of parents are bound; undefined, and there are none, without a name in PUBLIC_URL. */
    relyingParty: relyingPartyOf(settings.publicUrl),
    scanner: createScanner(settings.scanCommand),
    /** Counts an audit line of a caller without a session at this address; returns whether it may be written. */
    auditRateLimit: createAuditLimit(),
    push,
    pushes: createPushWorker(db, push, limits),
    mails,
    notices: createNoticeWorker(db),
    reads: createReadLog(db),
    digests: createDigestWorker(db, mails, settings.publicUrl),
  }
}
