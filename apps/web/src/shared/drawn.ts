let tell: () => void = () => undefined

/** Resolves once the first page has been painted: what it does not show travels then. */
export const drawn = new Promise<void>((resolve) => {
  tell = resolve
})

/** The first page stands in the document, and the next frame paints it; a tab behind others has none. */
export function tellDrawn() {
  if (document.hidden) tell()
  else requestAnimationFrame(() => setTimeout(tell))
}
