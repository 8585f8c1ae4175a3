let markPainted: () => void = () => undefined

const painted = new Promise<void>((resolve) => {
  markPainted = resolve
})

/**
 * Resolves after the first paint of the first page, for work that is not visible in it. Each caller continues in a
 * separate task, so that a slow phone can handle input in between.
 */
export async function afterFirstPaint(): Promise<void> {
  await painted
  await new Promise((resolve) => setTimeout(resolve))
}

/** Marks that the first page is in the document and the next frame paints it. A hidden tab has no frames. */
export function markFirstPaint() {
  if (document.hidden) markPainted()
  else requestAnimationFrame(() => setTimeout(markPainted))
}
