/** Shortens an e-mail address to a form such as 'pa…ul@example.com', which its owner can still recognise. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const [begin, end] = name.length < 7 ? [name.slice(0, 1), ''] : [name.slice(0, 2), name.slice(-2)]
  return `${begin}…${end}${email.slice(at)}`
}
