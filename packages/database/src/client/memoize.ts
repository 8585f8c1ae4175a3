/** `make`'s value for each key, made when it is first asked for and kept for as long as the key is. */
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
