let resolveFirstPaint: () => void = () => undefined

const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve
})

/**
 * Resolves after the first paint of the first page, for work whose result that paint does not show. Each caller
 * continues in a separate task, so that a slow phone can handle input in between.
 */
export async function afterFirstPaint(): Promise<void> {
  await firstPaint
  await new Promise((resolve) => setTimeout(resolve))
}

/** Reports that the next frame paints the first page; in a hidden tab, without frames, it counts as painted at once. */
export function markFirstPaint() {
  if (document.hidden) resolveFirstPaint()
  else requestAnimationFrame(() => setTimeout(resolveFirstPaint))
}
