import {
  type Attempt,
  type Claim,
  claimAttempt,
  secondsToWait,
  undoClaims,
} from '@apoderados/core/accounts/attempts'
import type { Queryable } from '@apoderados/core/db/client/open'
import { type LimitName, tooManyRequestsError } from '../http/errors.ts'

/** Counts all attempts, or none if one of them is over its limit. @throws {HttpError} 429 */
export async function claimAttempts(db: Queryable, limit: LimitName, attempts: Attempt[]): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const attempt of attempts) {
    const claim = await claimAttempt(db, attempt)
    if (!claim) {
      await undoClaims(db, claims)
      throw tooManyRequestsError(limit, Math.max(1, await secondsToWait(db, attempt)))
    }
    claims.push(claim)
  }
  return claims
}

/**
 * Runs `guess` under the limits of `attempts`; `guess` returns undefined when it is wrong. Attempts are counted before
 * `guess` runs, so that concurrent guesses cannot exceed the limit. The count is undone unless `guess` was wrong (R7).
 * @throws {HttpError} 429
 */
export async function limitGuess<T>(
  db: Queryable,
  limit: LimitName,
  attempts: Attempt[],
  guess: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const claims = await claimAttempts(db, limit, attempts)
  let isWrong = false
  try {
    const found = await guess()
    isWrong = found === undefined
    return found
  } finally {
    if (!isWrong) await undoClaims(db, claims)
  }
}
