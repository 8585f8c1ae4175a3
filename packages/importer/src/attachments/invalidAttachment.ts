/** Thrown if a photo or document is rejected. `message` and `expected` are the reported problem's Spanish texts. */
export class InvalidAttachmentError extends Error {
  readonly expected: string

  constructor(message: string, expected: string) {
    super(message)
    this.expected = expected
  }
}
