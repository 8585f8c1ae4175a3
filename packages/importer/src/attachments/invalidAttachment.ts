/**
 * Thrown if a photo or document is rejected. `message` and `expected` are the Spanish texts of the reported problem.
 */
export class InvalidAttachmentError extends Error {
  readonly expected: string

  constructor(message: string, expected: string) {
    super(message)
    this.expected = expected
  }
}
