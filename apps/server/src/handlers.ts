import type { Api, CallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import type { Database } from './db/open.ts'
import type { Files } from './files.ts'
import type { Keys } from './keys.ts'
import type { Links } from './links.ts'
import type { Passwords } from './passwords.ts'
import type { Tokens } from './tokens.ts'

/** What the process holds once and every call may use. */
export type Services = {
  db: Database
  keys: Keys
  tokens: Tokens
  links: Links
  passwords: Passwords
  files: Files
}

export type ClientKind = 'web' | 'native'

/** What a call knows of its caller before any session. */
export type Guest = Services & {
  /** The caller's address, /64 for IPv6: what limits key on (R25). */
  address: string
  client: ClientKind
  /** The token that came along, unchecked. */
  bearer: string | undefined
}

/** A caller whose session row was found alive in this very call. */
export type Member = Guest & { parent_id: number; session_id: string }

type ContextOf<N extends CallName> = Api[N]['needsSession'] extends true ? Member : Guest

/** One function per call of the table: the compiler says which is missing, and that no other exists. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<ResponseOf<N>>
}
