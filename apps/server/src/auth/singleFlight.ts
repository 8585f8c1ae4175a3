/** Whoever asks for what is under way already for the same `key` waits for that, and nothing is done twice at once. */
export function singleFlight<Key, Value>(): (key: Key, work: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<Key, Promise<Value>>()
  return (key, work) => {
    const known = underWay.get(key)
    if (known) return known
    const fresh = work().finally(() => underWay.delete(key))
    underWay.set(key, fresh)
    return fresh
  }
}
