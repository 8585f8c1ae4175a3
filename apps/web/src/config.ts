/** The product's constants and limits, in the order of spec §9, then our own; the name has the unit. */
export const config = {
  profileRefreshMs: 5 * 60_000,
  toastSuccessMs: 2_000,
  toastErrorMs: 3_000,
  pullSpinnerMs: 2_000,
  /** At school, of an event without a time in the phone's calendar. */
  untimedEventStart: '08:00',
  calendarEventMs: 3_600_000,
  appVersion: '1.0.16',

  /** Per cent of class days that a student needs to be promoted. */
  attendanceMinimum: 85,
  /** spec §7: a call and its one retry together. */
  callDeadlineMs: 8_000,
  /** Between a failed GET and its retry, about: half as much up to half as much again. */
  retryPauseMs: 300,
  /** As much of the server's Retry-After as fits into the call's deadline. */
  retryPauseMaxMs: 2_000,
  /** An answer counts as fresh for this time and is not refetched. */
  answerFreshMs: 5_000,
  /** How long an answer may be shown again without the server: as long as a session lasts at most. */
  answerMaxAgeMs: 30 * 86_400_000,
  /** How long a page that could not be loaded waits for what this device kept of it. */
  storeWaitMs: 500,
  /** Pauses between probes of an unreachable server; the last one repeats. */
  reconnectPausesMs: [5_000, 10_000, 20_000, 40_000, 60_000],
  /** How long Inicio is shown before the next pages' data is prefetched. */
  prefetchAfterMs: 2_000,
  /** A list with more rows gets a filter. */
  filterFrom: 12,
  /** A download may take long, but not stay silent for longer than this. */
  downloadSilenceMs: 8_000,
  /** spec §2: how long a certificate seems to take. */
  reportDownloadMs: 1_500,
  /** How long a sign-out waits for the server before it wipes this device all the same. */
  signOutWaitMs: 3_000,
  /** How long a page waits for its own code. */
  codeDeadlineMs: 15_000,
  /** How long the start waits for the first page's code before it shows a page without it. */
  codeHeadStartMs: 3_000,
  /** Work for an idle page starts after this time at the latest. */
  idleTimeoutMs: 10_000,
  /** How often an open app checks for a new version. */
  versionCheckMs: 3_600_000,
  /** How long a new version may take to activate before the page reloads anyway. */
  versionSwitchMs: 4_000,
  pullDistancePx: 72,
  sheetSwipePx: 96,
  /** A RUT body from here on is an IPE. */
  ipeFrom: 100_000_000,
  /** Where an establishment does not say otherwise. */
  schoolZone: 'America/Santiago',
} as const
