/** `isChecked` is false if the check was impossible here, so that its result is unknown. */
export type CheckResult = { detail: string; faults: string[]; isChecked?: boolean }
/** npm's output about the signatures; `status` is null if the command was killed. */
type NpmOutput = { status: number | null; output: string }

const VERIFIED_MESSAGE = /\d+ packages? (?:has|have) (?:a )?verified registry signatures?/
/** Matches npm's report that it reached no registry or key. */
const UNREACHABLE_MESSAGE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|from a supported registry/
const REFUSED_MESSAGE = /(?:invalid|missing) (?:registry )?(?:signature|attestation)/i

/**
 * Judges npm's output. npm fetches the registry's keys from the network, so the signatures are reported as not checked
 * if npm cannot reach it or does not end. Any other failure is a fault.
 */
export function judgeSignatures({ status, output }: NpmOutput): CheckResult {
  const [verified = ''] = VERIFIED_MESSAGE.exec(output) ?? []
  if (status === 0 && verified) return { detail: verified, faults: [] }
  const [why] = status === null ? ['npm came to no end'] : (UNREACHABLE_MESSAGE.exec(output) ?? [])
  if (why && !verified && !REFUSED_MESSAGE.test(output))
    return { detail: `NOT CHECKED (${why})`, faults: [], isChecked: false }
  return { detail: verified || 'none was verified', faults: [output.slice(-2_000)] }
}
