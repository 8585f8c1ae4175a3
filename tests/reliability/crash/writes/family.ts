/** What a kill may leave of the accounts that are written to: a model of what the server has acknowledged. */
export type Account = {
  id: number
  email: string
  password: string
  /** Live sessions; undefined where the answer that brought the token never came. */
  sessions: Map<string, string | undefined>
  /** Whether a recovery code opens it. */
  hasCode: boolean
  wrongCodes: number
  /** Failed sign-ins that count. */
  failures: number
  /** That signed in or recovered, each time as one without a proof. */
  knownDevices: number
  /** Rows of the audit log by their action, mails by their kind. */
  rows: Map<string, number>
}

/** Two accounts that take over each other's device; written to by one client, one call at a time. */
export type Family = {
  name: string
  accounts: [Account, Account]
  /** The session that each push token reaches. */
  devices: Map<string, string>
  /** Tokens of sessions that ended, and codes that were used: what must never work again. */
  dead: { jwts: string[]; codes: string[] }
}

/** Of the session that a sign-in made whose answer never came. */
export const UNKNOWN = 'unknown'

export const count = ({ rows }: Account, kind: string): void => void rows.set(kind, (rows.get(kind) ?? 0) + 1)

export function endSession(family: Family, account: Account, id: string): void {
  const jwt = account.sessions.get(id)
  if (jwt) family.dead.jwts.push(jwt)
  account.sessions.delete(id)
  for (const [token, session] of family.devices) if (session === id) family.devices.delete(token)
}

/** R13: with the password go every other session, their devices, the code; and a notice is queued. */
export function setPassword(family: Family, account: Account, password: string, kept?: string): void {
  account.password = password
  for (const id of [...account.sessions.keys()]) if (id !== kept) endSession(family, account, id)
  account.hasCode = false
  account.wrongCodes = 0
  count(account, 'mail: password_changed')
}

/** One line a fact, so that two states are compared by their lines. */
export function linesOf({ accounts, devices }: Omit<Family, 'dead' | 'name'>): string[] {
  const ofAccount = ({
    id,
    password,
    sessions,
    hasCode,
    wrongCodes,
    failures,
    knownDevices,
    rows,
  }: Account) => [
    `${id} password ${password}`,
    ...[...sessions.keys()].map((session) => `${id} session ${session}`),
    `${id} ${hasCode ? `code, tried ${wrongCodes} times` : 'no code'}`,
    `${id} wrong passwords ${failures}, known devices ${knownDevices}`,
    ...[...rows].map(([kind, number]) => `${id} ${kind} × ${number}`),
  ]
  const reached = [...devices].map(([token, session]) => `device ${token} reaches ${session}`)
  return [...accounts.flatMap(ofAccount), ...reached].sort()
}
