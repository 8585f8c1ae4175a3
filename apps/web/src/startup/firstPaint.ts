let markPainted: () => void = () => undefined

const painted = new Promise<void>((resolve) => {
  markPainted = resolve
})

/**
 * Resolves after the first paint of the first page, for work that this page does not show. Each caller continues in a
 * task of its own, so that a slow phone can handle input in between.
 */
export async function afterFirstPaint(): Promise<void> {
  await painted
  await new Promise((resolve) => setTimeout(resolve))
}

/** The first page is in the document: the next frame paints it. A hidden tab paints none. */
export function markFirstPaint() {
  if (document.hidden) markPainted()
  else requestAnimationFrame(() => setTimeout(markPainted))
}
