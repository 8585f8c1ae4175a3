/** Deduplicates concurrent calls: a call shares the pending result of an earlier call with the same `key`. */
export function singleFlight<Key, Value>(): (key: Key, work: () => Promise<Value>) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>()
  return (key, work) => {
    const pending = running.get(key)
    if (pending) return pending
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
