/** The model of an account: its state after the writes that the server has acknowledged. */
export type Account = {
  id: number
  email: string
  password: string
  /** Live sessions by id; the token is undefined if the response to the sign-in was lost. */
  sessions: Map<string, string | undefined>
  /** The session of each push token. */
  devices: Map<string, string>
  hasCode: boolean
  /** The number of failed sign-ins that the server counts at present. */
  failures: number
  /** The numbers of audit rows by action and of mails by kind, including those from before the scenario. */
  rows: Map<string, number>
  /** Tokens of ended sessions and used codes, which must stay invalid. */
  ended: { jwts: string[]; codes: string[] }
}

/** Stands for the session of a sign-in whose response was lost. */
export const UNKNOWN_SESSION = 'unknown'

export const countRow = ({ rows }: Account, kind: string): void =>
  void rows.set(kind, (rows.get(kind) ?? 0) + 1)

export function endSession(account: Account, id: string): void {
  const jwt = account.sessions.get(id)
  if (jwt) account.ended.jwts.push(jwt)
  account.sessions.delete(id)
  for (const [token, session] of account.devices) if (session === id) account.devices.delete(token)
}

/** Changes the password (R13): ends the other sessions with their devices, voids the code and queues a mail. */
export function setPassword(account: Account, password: string, keptSession?: string): void {
  account.password = password
  for (const id of [...account.sessions.keys()]) if (id !== keptSession) endSession(account, id)
  account.hasCode = false
  countRow(account, 'mail: password_changed')
}

/** Returns one line per fact, so that two states can be compared line by line. */
export const factsOf = ({ password, sessions, devices, hasCode, failures, rows }: Account): string[] => [
  `password ${password}`,
  ...[...sessions.keys()].map((session) => `session ${session}`),
  ...[...devices].map(([token, session]) => `device ${token} of ${session}`),
  hasCode ? 'code' : 'no code',
  `failed sign-ins ${failures}`,
  ...[...rows].map(([kind, count]) => `${kind} × ${count}`),
]
