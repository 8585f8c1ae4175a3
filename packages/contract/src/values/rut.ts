/** Returns the check digit of a RUT, IPE or RBD by módulo 11: '0' to '9' or 'K'. `body` must be ASCII digits. */
export function checkDigit(body: string): string {
  const sum = Array.from(body)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const value = 11 - (sum % 11)
  return value === 11 ? '0' : value === 10 ? 'K' : String(value)
}

/** Splits '12.345.678-5', '12345678-5' or '123456785' into body and check digit; undefined if invalid. */
export function splitRut(text: string): { body: string; dv: string } | undefined {
  const [, body = '', dv = ''] =
    /^0*([1-9]\d{0,8})([\dK])$/.exec(text.replace(/[.\s-]/g, '').toUpperCase()) ?? []
  return body && checkDigit(body) === dv ? { body, dv } : undefined
}

/** The highest number that is accepted as a RUN. Numbers between it and `IPE_MIN` belong to companies. */
const RUN_MAX = 47_000_000
/** The lowest number of an IPE, the provisional identity number of a foreign student who has no Chilean RUN. */
export const IPE_MIN = 100_000_000

/** Parses a person's Chilean identity number: a RUN, which is also the RUT, or an IPE. Undefined if invalid. */
export function parseRun(text: string): { rut: string; rut_dv: string } | undefined {
  const parts = splitRut(text)
  const number = Number(parts?.body)
  if (!parts || (number > RUN_MAX && number < IPE_MIN)) return undefined
  return { rut: parts.body, rut_dv: parts.dv }
}
