/** Says no to one file: `message` and `expected` are what its problem says, in Spanish. */
export class InvalidAttachmentError extends Error {
  readonly expected: string

  constructor(message: string, expected: string) {
    super(message)
    this.expected = expected
  }
}
