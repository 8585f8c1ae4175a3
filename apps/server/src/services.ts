import type { Database } from './db/open.ts'
import { createFiles, type Files } from './files.ts'
import type { Keys } from './keys.ts'
import { createLinks, type Links } from './links.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** What the process holds once and every call may use. */
export type Services = {
  db: Database
  keys: Keys
  tokens: Tokens
  links: Links
  passwords: Passwords
  files: Files
}

/** `dataDir` holds the files; the database is open and the keys are loaded already. */
export const createServices = async (db: Database, keys: Keys, dataDir: string): Promise<Services> => ({
  db,
  keys,
  tokens: createTokens(keys),
  links: createLinks(keys),
  passwords: await createPasswords(),
  files: createFiles(dataDir),
})
