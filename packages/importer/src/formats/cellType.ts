/** Tells what is wrong with the cell that is being read. */
export type Refuse = (message: string, expected?: string) => undefined

/** What a kind of cell holds. A cell without text is not given to it. */
export type CellType<T> = {
  /** The forms it takes, as they are explained and as they stand in a problem: 'una fecha como 31-03-2026'. */
  accepts: string
  /** `text` is trimmed. Undefined after `refuse` was told why. */
  parse(text: string, refuse: Refuse): T | undefined
  /** As a school writes a value that is stored; of another kind it is the value itself. */
  show?(value: unknown): string
}
