/** Reports a crash to the server. The code for this is loaded only then; if that fails, the crash is not reported. */
export const sendCrashReport = (error: unknown) =>
  void import('./reportCrash.ts').then(
    (m) => m.reportCrash(error),
    () => undefined,
  )

/** Reports uncaught errors and unhandled rejections. */
export function subscribeCrashes() {
  for (const name of ['error', 'unhandledrejection'])
    addEventListener(name, (event: Event & { error?: unknown; reason?: unknown }) =>
      sendCrashReport(event.error ?? event.reason),
    )
}
