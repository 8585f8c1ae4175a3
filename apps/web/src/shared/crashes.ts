/** Tells the operator of a crash, by code that comes only then; without that code nobody is told. */
export const tellCrash = (error: unknown) =>
  void import('./reportCrash.ts').then(
    (m) => m.reportCrash(error),
    () => undefined,
  )

/** What no page catches. */
export function watchCrashes() {
  for (const name of ['error', 'unhandledrejection'])
    addEventListener(name, (event: Event & { error?: unknown; reason?: unknown }) =>
      tellCrash(event.error ?? event.reason),
    )
}
