/** The model of an account: its state after the writes that the server has acknowledged. */
export type Account = {
  id: number
  email: string
  password: string
  /** Live sessions by id; the token is undefined if the sign-in's answer was lost. */
  sessions: Map<string, string | undefined>
  /** True if a recovery code is valid. */
  hasCode: boolean
  wrongCodes: number
  /** The number of failed sign-ins that the server counts at present. */
  failures: number
  /** The number of known devices: each sign-in and each recovery here comes from a new one. */
  knownDevices: number
  /**
   * The numbers of audit rows by action, of mails by kind and of calendar addresses, and 1 for the digest period that
   * the account has chosen.
   */
  rows: Map<string, number>
}

/** Two accounts that share push tokens. One client writes to both, one call at a time. */
export type Family = {
  name: string
  accounts: [Account, Account]
  /** The session that each push token belongs to. */
  devices: Map<string, string>
  /** Tokens of ended sessions and used codes, which must stay invalid. */
  dead: { jwts: string[]; codes: string[] }
}

/** Stands for the session of a sign-in whose answer was lost. */
export const UNKNOWN_SESSION = 'unknown'

export const countRow = ({ rows }: Account, kind: string): void =>
  void rows.set(kind, (rows.get(kind) ?? 0) + 1)

export function endSession(family: Family, account: Account, id: string): void {
  const jwt = account.sessions.get(id)
  if (jwt) family.dead.jwts.push(jwt)
  account.sessions.delete(id)
  for (const [token, session] of family.devices) if (session === id) family.devices.delete(token)
}

/**
 * Changes the password (R13): ends all sessions but the one with the id `kept`, removes the devices of the ended
 * sessions, removes the recovery code, and queues a mail that reports the change.
 */
export function setPassword(family: Family, account: Account, password: string, kept?: string): void {
  account.password = password
  for (const id of [...account.sessions.keys()]) if (id !== kept) endSession(family, account, id)
  account.hasCode = false
  account.wrongCodes = 0
  countRow(account, 'mail: password_changed')
}

/** Returns one line per fact, so that two states can be compared line by line. */
export function linesOf({ accounts, devices }: Omit<Family, 'dead' | 'name'>): string[] {
  const accountLines = ({
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
  const deviceLines = [...devices].map(([token, session]) => `device ${token} reaches ${session}`)
  return [...accounts.flatMap(accountLines), ...deviceLines].sort()
}
