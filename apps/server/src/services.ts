import type { Database } from '@apoderados/database/client/open'
import type { Files } from '@apoderados/database/files/fileStore'
import type { Keys } from '@apoderados/database/secrets/keys'
import { createNoteLimit } from './auth/noteLimit.ts'
import { createPasswords, type Passwords } from './auth/passwords.ts'
import { createLinks, type Links } from './auth/signedLinks.ts'
import { createTokens, type Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { createDelivery } from './mail/delivery.ts'
import { createMailWorker, type MailWorker } from './mail/worker.ts'
import { createFiles } from './storage/files.ts'

/** What the process holds once and every call may use. */
export type Services = {
  db: Database
  keys: Keys
  tokens: Tokens
  links: Links
  passwords: Passwords
  files: Files
  mails: MailWorker
  /** Whether one more try of an address is written to the audit log. */
  mayNote: (address: string) => boolean
}

type Settings = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom'> &
  Partial<Pick<Config, 'publicUrl' | 'bucket'>>

/**
 * `bucket` or else `dataDir` holds the files; the database is open and the keys are loaded already. `onMailWritten`
 * hears where a mail lies that no mail server took.
 */
export const createServices = async (
  db: Database,
  keys: Keys,
  settings: Settings,
  onMailWritten: (path: string) => void = () => {},
): Promise<Services> => ({
  db,
  keys,
  tokens: createTokens(keys),
  links: createLinks(keys),
  passwords: await createPasswords(),
  files: createFiles(settings),
  mayNote: createNoteLimit(),
  mails: createMailWorker(
    db,
    { keys, publicUrl: settings.publicUrl },
    createDelivery(settings, onMailWritten),
  ),
})
