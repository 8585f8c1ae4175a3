/** Hides most of the part before '@': 'pa…ul@example.com', which the address's owner can still recognise. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const [begin, end] = name.length < 7 ? [name.slice(0, 1), ''] : [name.slice(0, 2), name.slice(-2)]
  return `${begin}…${end}${email.slice(at)}`
}
