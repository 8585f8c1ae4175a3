const SECONDS_PER_MINUTE = 60
const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_DAY = 86_400
const RECOVERY_CODE_MS = 600_000

/**
 * Limits attempts in a sliding window to `max`. After the first `withoutPause` attempts, each attempt is followed by a
 * pause, which doubles each time, from `firstPauseMs` to `longestPauseMs`.
 */
export type AttemptRule = {
  windowSeconds: number
  withoutPause: number
  max: number
  firstPauseMs: number
  longestPauseMs: number
}

/** Returns a rule that allows `max` attempts in a sliding window, without pauses. */
const ruleWithoutPauses = (max: number, windowSeconds: number): AttemptRule => ({
  windowSeconds,
  max,
  withoutPause: max,
  firstPauseMs: 0,
  longestPauseMs: 0,
})

/** Limits of attempts, sessions and devices, and lifetimes, also of codes and mails (spec §7, R12, R25, R31). */
export const accountLimits = {
  /** Failed sign-ins. All unknown devices of an account share one count; each known device has its own. */
  signIns: {
    windowSeconds: SECONDS_PER_DAY,
    withoutPause: 5,
    max: 50,
    firstPauseMs: 200,
    longestPauseMs: 30_000,
  } as AttemptRule,
  /** Sign-ins, requests and tries of a code by one address or known device. Each of the three has its own count. */
  callsOfCaller: ruleWithoutPauses(240, SECONDS_PER_MINUTE),
  /**
   * Requests of a recovery code for one e-mail. The first three need no pause. Later ones wait as long as a code lives,
   * so that the last code in the mailbox stays valid.
   */
  recoveryMails: {
    windowSeconds: SECONDS_PER_HOUR,
    withoutPause: 2,
    max: 8,
    firstPauseMs: RECOVERY_CODE_MS,
    longestPauseMs: RECOVERY_CODE_MS,
  },
  /**
   * Mails with a code to one account, by all devices and strangers together. Beyond 15, one per life of a code, so that
   * a live code is always in the mailbox.
   */
  recoveryMailsOfAccount: {
    windowSeconds: SECONDS_PER_HOUR,
    withoutPause: 14,
    max: 20,
    firstPauseMs: RECOVERY_CODE_MS,
    longestPauseMs: RECOVERY_CODE_MS,
  },
  recoveryCodeMinutes: RECOVERY_CODE_MS / 60_000,
  /** Wrong codes from one address or known device for one e-mail. */
  recoveryWrongCodes: ruleWithoutPauses(5, RECOVERY_CODE_MS / 1_000),
  /** Wrong tries of one code from all addresses together. */
  recoveryWrongAttemptsPerCode: 1_000,
  knownDevicesPerParent: 50,
  /** How long a device stays known after its last sign-in or password recovery. Browsers keep no cookie for longer. */
  knownDeviceDays: 400,
  invitationDays: 14,
  mailRetryFirstMinutes: 1,
  mailRetryMaxMinutes: 60,
  mailNoticeHours: 24,
  sessionsPerParent: 50,
  passkeysPerParent: 10,
  /** How long a challenge of a passkey may be answered: the sign-in page waits with one while it is open. */
  passkeyChallengeMinutes: 60,
  sessionIdleHoursWeb: 24,
  sessionIdleHoursNative: 14 * 24,
  sessionLifeDays: 30,
  lastSeenEveryMinutes: 5,
} as const

/** Limits of the staff's sign-ins, sessions and links to enrol. */
export const staffLimits = {
  /** Wrong passwords for one e-mail. */
  signIns: {
    windowSeconds: 900,
    withoutPause: 5,
    max: 20,
    firstPauseMs: 200,
    longestPauseMs: 30_000,
  } as AttemptRule,
  /** Wrong codes of an app, of which three are right at any time: at most one guess in 6,000 days succeeds. */
  codes: {
    windowSeconds: SECONDS_PER_DAY,
    withoutPause: 5,
    max: 50,
    firstPauseMs: 60_000,
    longestPauseMs: 900_000,
  } as AttemptRule,
  /** Wrong passkeys and recovery codes, which cannot be guessed. */
  otherProofs: ruleWithoutPauses(60, SECONDS_PER_HOUR),
  sessionHours: 12,
  sessionIdleMinutes: 30,
  /** How long a session lasts in which the second factor is due. */
  passwordSessionMinutes: 10,
  /** How long a proof of the second factor allows changes of password, factors and staff. */
  confirmationMinutes: 10,
  sessionsPerMember: 20,
  factorsPerMember: 10,
  recoveryCodes: 10,
  invitationDays: 3,
} as const

/** Limits of connections, statements and the embedded PostgreSQL. */
export const databaseLimits = {
  /** The largest number of connections of a process's pool. */
  databaseConnections: 10,
  /** How long an API call waits for a connection of the pool. */
  databaseAcquireMs: 1_000,
  /** How long an operator's command waits for a connection, and how long one outside the pool may take to open. */
  databaseCommandAcquireMs: 15_000,
  /** How long a statement of an API call may take. */
  databaseStatementMs: 3_000,
  /** How long the embedded PostgreSQL may take to answer after its start. */
  clusterStartMs: 30_000,
  /** How long a process waits for the embedded PostgreSQL to stop. */
  clusterStopMs: 15_000,
} as const

/** The time limits of API calls that `openDatabase` takes as a parameter. */
export type DatabaseTimeouts = Readonly<Record<'databaseAcquireMs' | 'databaseStatementMs', number>>
