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

  /** The percentage of class days that a student must attend to be promoted. */
  attendanceMinimum: 85,
  /** The time limit for a call with its retry (spec §7). */
  callDeadlineMs: 8_000,
  /** The mean pause between a failed GET and its retry; each pause is random, ±50 %. */
  retryPauseMs: 300,
  /** A longer Retry-After of a response is shortened to this, so that the retry fits into the call's deadline. */
  retryPauseMaxMs: 2_000,
  /** How long a response counts as fresh and is not refetched. */
  responseFreshMs: 60_000,
  /** The same for the averages of the running period, and how long after a failure a call is not sent again. */
  shortFreshMs: 5_000,
  /** How long a cached response may be shown: the longest duration of a session. */
  responseMaxAgeMs: 30 * 86_400_000,
  /** The pauses before the first and each later probe of an unreachable server; the last pause repeats. */
  reconnectPausesMs: [5_000, 10_000, 20_000, 40_000, 60_000],
  /** How long Inicio waits before it loads the data of the pages that the parent may open next. */
  prefetchAfterMs: 2_000,
  /** The list of classmates has a search field if it has more rows than this. */
  filterFrom: 12,
  /** The longest pause between two parts of a download. */
  downloadSilenceMs: 8_000,
  /** The duration of a simulated download of a certificate (spec §2). */
  reportDownloadMs: 1_500,
  /** How long a sign-out waits for the server before it wipes this device. */
  signOutWaitMs: 3_000,
  /** The time limit for loading the code of a page or a dialog. */
  codeDeadlineMs: 15_000,
  /** How long the app's start waits for the first page's code before React renders and shows a placeholder. */
  codeHeadStartMs: 3_000,
  /** How often an open app checks for a new version. */
  versionCheckMs: 3_600_000,
  /** A longer pull at the top of a page refreshes it. */
  pullDistancePx: 72,
  /** A longer downward swipe closes a sheet. */
  sheetSwipePx: 96,
  /** RUT numbers from this one on are IPE, the provisional numbers of foreign students. */
  ipeFrom: 100_000_000,
  /** The time zone of a school for which the server sends none, or one that the browser does not know. */
  schoolZone: 'America/Santiago',
} as const
