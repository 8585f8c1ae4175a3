const WORKER = '/sw.js'

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

/**
 * Returns the service worker's address, the only script address that the app trusts (R20): a TrustedScriptURL in
 * browsers with Trusted Types, else a string.
 */
export function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('apoderados', { createScriptURL: () => WORKER })
  return policy?.createScriptURL(WORKER) ?? WORKER
}
