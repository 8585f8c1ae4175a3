const SECONDS_PER_MINUTE = 60
const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_DAY = 86_400
const RECOVERY_CODE_MS = 600_000

/**
 * Limits attempts in a sliding window to `max`. After the first `withoutPause` attempts, each attempt is
 * followed by a pause, which doubles each time.
 */
export type AttemptRule = {
  windowSeconds: number
  withoutPause: number
  max: number
  firstPauseMs: number
  longestPauseMs: number
}

const atMost = (max: number, windowSeconds: number): AttemptRule => ({
  ...{ windowSeconds, max, withoutPause: max },
  ...{ firstPauseMs: 0, longestPauseMs: 0 },
})

/** Limits of an account, and the lifetimes of its sessions, devices, codes and mails (spec §7, R12, R25, R31). */
export const accountLimits = {
  /** Failed sign-ins. All unknown devices of an account share one count; each known device has its own. */
  signIns: {
    windowSeconds: SECONDS_PER_DAY,
    withoutPause: 5,
    max: 50,
    firstPauseMs: 200,
    longestPauseMs: 30_000,
  },
  /**
   * Calls without a session by one address or known device, for each kind: sign-ins, code requests, tries of a code.
   */
  callsOfCaller: atMost(240, SECONDS_PER_MINUTE),
  // The first three requests have no pause. Later ones wait as long as a code lives, so that the last code in
  // the mailbox stays valid.
  recoveryMails: {
    windowSeconds: SECONDS_PER_HOUR,
    withoutPause: 2,
    max: 8,
    firstPauseMs: RECOVERY_CODE_MS,
    longestPauseMs: RECOVERY_CODE_MS,
  },
  recoveryCodeMinutes: RECOVERY_CODE_MS / 60_000,
  /** Wrong codes from one address or known device for one e-mail. */
  recoveryWrongCodes: atMost(5, RECOVERY_CODE_MS / 1_000),
  /** Wrong tries of one code from all addresses together. */
  recoveryWrongTriesPerCode: 1_000,
  knownDevicesPerParent: 50,
  /** A device stays known for this time after its last sign-in, the longest time for which browsers keep a cookie. */
  knownDeviceDays: 400,
  invitationDays: 14,
  mailRetryFirstMinutes: 1,
  mailRetryMaxMinutes: 60,
  mailNoticeHours: 24,
  sessionsPerParent: 50,
  sessionIdleHoursWeb: 24,
  sessionIdleHoursNative: 14 * 24,
  sessionLifeDays: 30,
  lastSeenEveryMinutes: 5,
} as const

/** Limits of connections, statements and the embedded PostgreSQL. */
export const databaseLimits = {
  databaseConnections: 10,
  /** How many of the connections serve calls that only read; several calls use one at the same time. */
  sharedReadConnectionsMax: 2,
  databaseAcquireMs: 1_000,
  /** How long the server's start or an operator's command waits for a connection; no parent waits for these. */
  databaseCommandAcquireMs: 15_000,
  databaseStatementMs: 3_000,
  // The time limits for the embedded PostgreSQL to answer after its start, and to stop.
  clusterStartMs: 30_000,
  clusterStopMs: 15_000,
} as const
