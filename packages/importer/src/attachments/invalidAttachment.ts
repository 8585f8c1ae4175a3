/** Rejects one file. `message` and `expected` are Spanish texts for its problem. */
export class InvalidAttachmentError extends Error {
  readonly expected: string

  constructor(message: string, expected: string) {
    super(message)
    this.expected = expected
  }
}
