/** Reports a problem of the cell, and what it should contain. Returns undefined, which the parser can return. */
export type Refuse = (message: string, expected?: string) => undefined

/** How the cells of a column are read, and how their values are shown. Blank cells are not parsed. */
export type CellType<T> = {
  /** The accepted forms, for the explanation of the sheet and for problems: 'una fecha como 31-03-2026'. */
  accepts: string
  /** The texts of a drop-down list, if these are all that there are. */
  choices?: readonly string[]
  /** Returns the value of a cell; undefined after a call of `refuse`. `text` is the trimmed cell. */
  parse(text: string, refuse: Refuse): T | undefined
  /** True for the name of a person or thing: a cell with broken accents is refused, not only warned of. */
  isName?: true
  /** Whether a filled cell stands for a blank one, as 'S/A' does for a surname. */
  isPlaceholder?(text: string): boolean
  /** Formats a stored value as a school writes it. Without this function, the value is converted by `String`. */
  format?(value: unknown): string
}
