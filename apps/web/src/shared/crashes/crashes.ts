/** Reports a crash to the operator, with code that is loaded only then; if it does not load, there is no report. */
export const sendCrashReport = (error: unknown) =>
  void import('./reportCrash.ts').then(
    (m) => m.reportCrash(error),
    () => undefined,
  )

/** Reports errors that no page catches. */
export function watchCrashes() {
  for (const name of ['error', 'unhandledrejection'])
    addEventListener(name, (event: Event & { error?: unknown; reason?: unknown }) =>
      sendCrashReport(event.error ?? event.reason),
    )
}
