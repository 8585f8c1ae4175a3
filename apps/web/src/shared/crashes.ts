/** Tells the operator of a crash, by code that comes only then; without that code nobody is told. */
export const sendCrashReport = (error: unknown) =>
  void import('./reportCrash.ts').then(
    (m) => m.reportCrash(error),
    () => undefined,
  )

/** What no page catches. */
export function watchCrashes() {
  for (const name of ['error', 'unhandledrejection'])
    addEventListener(name, (event: Event & { error?: unknown; reason?: unknown }) =>
      sendCrashReport(event.error ?? event.reason),
    )
}
