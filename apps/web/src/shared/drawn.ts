let tell: () => void = () => undefined

const painted = new Promise<void>((resolve) => {
  tell = resolve
})

/**
 * Resolves once the first page has been painted: what it does not show travels then. For each who waits in a task of
 * its own, so that a slow phone hears a touch in between.
 */
export const drawn = async (): Promise<void> => {
  await painted
  await new Promise((resolve) => setTimeout(resolve))
}

/** The first page stands in the document, and the next frame paints it; a tab behind others has none. */
export function tellDrawn() {
  if (document.hidden) tell()
  else requestAnimationFrame(() => setTimeout(tell))
}
