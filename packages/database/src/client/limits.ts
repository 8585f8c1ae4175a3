const SECONDS_PER_MINUTE = 60
const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_DAY = 86_400
const RECOVERY_CODE_MS = 600_000

/** Attempts allowed in a sliding window: `most` in all. After the `free` ones each is followed by a pause that doubles. */
export type AttemptRule = {
  windowSeconds: number
  free: number
  most: number
  firstPauseMs: number
  longestPauseMs: number
}

const atMost = (most: number, windowSeconds: number): AttemptRule => ({
  ...{ windowSeconds, most, free: most },
  ...{ firstPauseMs: 0, longestPauseMs: 0 },
})

/** What an account may do and how long its sessions, devices, codes and mails last (spec §7, R12, R25, R31). */
export const accountLimits = {
  /** Failed sign-ins: all unknown devices of an account together, and each known device by itself. */
  signIns: { windowSeconds: SECONDS_PER_DAY, free: 5, most: 50, firstPauseMs: 200, longestPauseMs: 30_000 },
  /** Calls of one address, for each kind that is limited before a session exists: sign-ins, code requests, codes. */
  callsOfCaller: atMost(240, SECONDS_PER_MINUTE),
  /** Three without a pause. From then on, a code younger than the pause is already in the mailbox. */
  recoveryMails: {
    windowSeconds: SECONDS_PER_HOUR,
    free: 2,
    most: 8,
    firstPauseMs: RECOVERY_CODE_MS,
    longestPauseMs: RECOVERY_CODE_MS,
  },
  recoveryCodeMinutes: RECOVERY_CODE_MS / 60_000,
  /** By one address for one e-mail. */
  recoveryWrongCodes: atMost(5, RECOVERY_CODE_MS / 1_000),
  /** By all addresses together. */
  recoveryWrongTriesPerCode: 1_000,
  knownDevicesPerParent: 50,
  /** After the device's last sign-in; browsers keep a cookie no longer. */
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

/** Connections, statements and the embedded PostgreSQL. */
export const databaseLimits = {
  databaseConnections: 10,
  /** The part of them that reads share. */
  databaseReadConnections: 2,
  databaseAcquireMs: 1_000,
  /** For a start or an operator's command, where no parent waits. */
  databaseCommandAcquireMs: 15_000,
  databaseStatementMs: 3_000,
  /** Until the embedded PostgreSQL answers, or has stopped. */
  clusterStartMs: 30_000,
  clusterStopMs: 15_000,
} as const
