/** Returns the check digit of a RUT, IPE or RBD by módulo 11: '0' to '9' or 'K'. `body` must be ASCII digits. */
export function checkDigit(body: string): string {
  const sum = Array.from(body)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const value = 11 - (sum % 11)
  return value === 11 ? '0' : value === 10 ? 'K' : String(value)
}
