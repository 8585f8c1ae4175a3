/** Calls `listener` at each event with one of these names. Returns the function that stops this. */
export function subscribeEvents(
  names: readonly string[],
  listener: (event: Event) => void,
  target: EventTarget = window,
): () => void {
  for (const name of names) target.addEventListener(name, listener)
  return () => {
    for (const name of names) target.removeEventListener(name, listener)
  }
}
