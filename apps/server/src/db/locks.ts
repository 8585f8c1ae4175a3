/** Any numbers, the same in every process and each of its own: a database knows its advisory locks by them alone. */
export const locks = {
  /** Whoever holds it changes the schema. */
  schema: 4_016_001,
  /** Whoever holds it owns the embedded cluster. */
  owner: 4_016_002,
  /** Whoever holds it imports. */
  import: 4_016_003,
  /** Whoever holds it does what one process does for all. */
  turn: 4_016_004,
  /** With the token's hash: whoever holds both saves that push token. */
  pushToken: 4_016_005,
} as const
