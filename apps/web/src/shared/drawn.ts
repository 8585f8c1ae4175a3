let tell: () => void = () => undefined

/** Resolves once the first page has been painted: what it does not show travels then. */
export const drawn = new Promise<void>((resolve) => {
  tell = resolve
})

/** The first page stands in the document: the next frame paints it. */
export const tellDrawn = () => requestAnimationFrame(() => setTimeout(tell))
