import { checkDigit } from '@apoderados/contract/values/rut'

let count = 0

/** Returns an unused RUN, as database columns and as an operator types it. */
export function newRun() {
  count += 1
  const rut = String(42_000_000 + count)
  const rut_dv = checkDigit(rut)
  return { columns: { rut, rut_dv }, typed: `${rut}-${rut_dv}` }
}
