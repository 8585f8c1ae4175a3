export type CertificateOutcome = 'success' | 'error'

/** spec §2: the random result of a simulated download; below 0.5 it succeeds. */
export const drawOutcome = (): CertificateOutcome => (Math.random() < 0.5 ? 'success' : 'error')
