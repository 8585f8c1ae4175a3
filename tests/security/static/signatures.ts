/** `isChecked` is false for what could not be looked at here, and so was not found good either. */
export type Found = { told: string; faults: string[]; isChecked?: boolean }
/** What npm said of the packages' signatures; `status` is null when it was ended. */
type Said = { status: number | null; words: string }

const VERIFIED = /\d+ packages? (?:has|have) (?:a )?verified registry signatures?/
/** How npm says that it came to no registry or key. */
const NO_WAY =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|from a supported registry/
const REFUSED = /(?:invalid|missing) (?:registry )?(?:signature|attestation)/i

/** Keys come from the network: where that is closed nothing was checked, which is told; all else is a fault. */
export function judgeSignatures({ status, words }: Said): Found {
  const [verified = ''] = VERIFIED.exec(words) ?? []
  if (status === 0 && verified) return { told: verified, faults: [] }
  const [why] = status === null ? ['npm came to no end'] : (NO_WAY.exec(words) ?? [])
  if (why && !verified && !REFUSED.test(words))
    return { told: `NOT CHECKED (${why})`, faults: [], isChecked: false }
  return { told: verified || 'none was verified', faults: [words.slice(-2_000)] }
}
