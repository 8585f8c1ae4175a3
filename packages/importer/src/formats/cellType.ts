/** Reports a problem of the current cell, and returns undefined. */
export type Refuse = (message: string, expected?: string) => undefined

/** How the cells of a column are read and shown. Blank cells are not parsed. */
export type CellType<T> = {
  /** The accepted forms, for the explanation of the sheet and for problems: 'una fecha como 31-03-2026'. */
  accepts: string
  /** `text` is trimmed. Returns undefined after it has called `refuse`. */
  parse(text: string, refuse: Refuse): T | undefined
  /** Formats a stored value as a school writes it. Without this function, the value is shown unchanged. */
  format?(value: unknown): string
}
