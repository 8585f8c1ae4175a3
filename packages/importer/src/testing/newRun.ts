import { checkDigit } from '@apoderados/contract/values/rut'

let runCount = 0

/** Returns a RUN that no earlier call has returned, as columns of the database and as an operator types it. */
export function newRun() {
  runCount += 1
  const rut = String(42_000_000 + runCount)
  const rut_dv = checkDigit(rut)
  return { columns: { rut, rut_dv }, typed: `${rut}-${rut_dv}` }
}
