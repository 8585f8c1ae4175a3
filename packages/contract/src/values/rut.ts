/** Check digit of a RUT, IPE or RBD body by módulo 11: '0' to '9' or 'K'. `body` holds ASCII digits only. */
export function checkDigit(body: string): string {
  const sum = Array.from(body)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}
