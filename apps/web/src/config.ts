/** The product's constants and limits, first those of spec §9 in its order. The name of a duration ends in its unit. */
export const config = {
  profileRefreshMs: 5 * 60_000,
  toastSuccessMs: 2_000,
  toastErrorMs: 3_000,
  pullSpinnerMs: 2_000,
  /** The start, by the school's clock, of an event without a time in the phone's calendar. */
  untimedEventStart: '08:00',
  calendarEventMs: 3_600_000,
  appVersion: '1.0.16',

  /** The per cent of class days that a student must attend to be promoted. */
  attendanceMinimum: 85,
  /** spec §7: the limit for a call with its retry. */
  callDeadlineMs: 8_000,
  /** The mean pause between a failed GET and its retry; each pause is random, ±50 %. */
  retryPauseMs: 300,
  /** The longest Retry-After that fits into the call's deadline. */
  retryPauseMaxMs: 2_000,
  /** How long an answer counts as fresh and is not refetched. */
  answerFreshMs: 5_000,
  /** How long a stored answer may be shown: the longest duration of a session. */
  answerMaxAgeMs: 30 * 86_400_000,
  /** The limit for reading the copy of an answer that this device has stored. */
  storedAnswerReadMs: 5_000,
  /** The pauses between probes of an unreachable server; the last one repeats. */
  reconnectPausesMs: [5_000, 10_000, 20_000, 40_000, 60_000],
  /** How long Inicio waits before it loads the data of the pages that the parent may open next. */
  prefetchAfterMs: 2_000,
  /** A list with more rows than this has a search field. */
  filterFrom: 12,
  /** The longest pause between two parts of a download. */
  downloadSilenceMs: 8_000,
  /** spec §2: the duration of a simulated download of a certificate. */
  reportDownloadMs: 1_500,
  /** How long a sign-out waits for the server before it wipes this device. */
  signOutWaitMs: 3_000,
  /** The limit for loading a page's code. */
  codeDeadlineMs: 15_000,
  /** How long an opened page waits for this device's copy of its data before it is shown without it. */
  pageDataWaitMs: 300,
  /** How long the app's start waits for the first page's code before React renders and shows a placeholder. */
  codeHeadStartMs: 3_000,
  /** The latest start of work that waits for an idle page. */
  idleTimeoutMs: 10_000,
  /** How often an open app checks for a new version. */
  versionCheckMs: 3_600_000,
  /** How long a new version may take to activate before the page reloads anyway. */
  versionSwitchMs: 4_000,
  pullDistancePx: 72,
  sheetSwipePx: 96,
  /** RUT numbers from this one on are IPE, the provisional numbers of foreign students. */
  ipeFrom: 100_000_000,
  /** The time zone of a school that names none. */
  schoolZone: 'America/Santiago',
} as const
