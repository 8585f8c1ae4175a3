/** Returns a function that computes the value of a key by `make`, and keeps it for as long as the key object exists. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>()
  return (key) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    cache.set(key, fresh)
    return fresh
  }
}
