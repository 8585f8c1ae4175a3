/** Caches the value that `make` computes for each key, for as long as the key object exists. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, Value>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    kept.set(key, fresh)
    return fresh
  }
}
