/** Keeps a toast from covering controls: it moves up to a free place; if none is free, the page moves down under it. */

/** The smallest distance between the toast and a control. */
const GAP_PX = 8
const CONTROL_SELECTOR = 'a[href], button, input, select, textarea, summary'

/** The upper and lower edge of a control, in px of the viewport. */
type Span = readonly [top: number, bottom: number]

/** Returns the largest top within the limits, all in px, at which the toast covers no control; undefined if none. */
export function freeTop(height: number, largestTop: number, smallestTop: number, occupied: readonly Span[]) {
  const isFree = (top: number) =>
    occupied.every(([start, end]) => top + height + GAP_PX <= start || end + GAP_PX <= top)
  const tops = [largestTop, ...occupied.map(([start]) => start - GAP_PX - height)]
  const free = tops.filter((top) => smallestTop <= top && top <= largestTop && isFree(top))
  return free.length > 0 ? Math.max(...free) : undefined
}

/** Returns the spans of the controls above and under the toast: in a modal dialog only its own, as others are inert. */
function controlSpans(toast: HTMLElement, { left, right }: DOMRect): Span[] {
  const dialog = toast.closest('dialog')
  const clip = dialog?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  return Array.from((dialog ?? document).querySelectorAll(CONTROL_SELECTOR))
    .filter((control) => !toast.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.left < right + GAP_PX && left - GAP_PX < box.right)
    .map((box) => [Math.max(box.top, clip.top), Math.min(box.bottom, clip.bottom)] as const)
    .filter(([top, bottom]) => top < bottom)
}

/** Moves the page down by the toast's height, which it adds to `--safe-top`, the space for the phone's status bar. */
function makeRoom(safeTop: number, height: number) {
  const { style } = document.documentElement
  style.setProperty('--safe-top', `${safeTop + GAP_PX + height}px`)
  style.overflowAnchor = 'none'
}

function takeRoomBack() {
  const { style } = document.documentElement
  style.removeProperty('--safe-top')
  style.overflowAnchor = ''
}

/** Places the toast, again whenever the page changes, is resized or scrolls. Returns the function that stops this. */
export function keepToastClear(toast: HTMLElement): () => void {
  const safeTop = Number.parseFloat(getComputedStyle(document.body).paddingTop) || 0
  let hasRoom = false
  let frame = 0
  const place = () => {
    toast.style.translate = ''
    const box = toast.getBoundingClientRect()
    if (box.height === 0) return
    const free = hasRoom
      ? undefined
      : freeTop(box.height, box.top, safeTop + GAP_PX, controlSpans(toast, box))
    if (free === undefined) {
      hasRoom = true
      makeRoom(safeTop, box.height)
    }
    toast.style.translate = `0 ${(free ?? safeTop + GAP_PX / 2) - box.top}px`
  }
  const placeInFrame = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const observer = new MutationObserver(placeInFrame)
  observer.observe(document.body, { subtree: true, childList: true })
  const sizes = new ResizeObserver(placeInFrame)
  sizes.observe(document.documentElement)
  document.addEventListener('scroll', placeInFrame, { capture: true, passive: true })
  document.addEventListener('transitionend', placeInFrame) // a sheet that slides in moves the toast with it
  place()
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    sizes.disconnect()
    document.removeEventListener('scroll', placeInFrame, { capture: true })
    document.removeEventListener('transitionend', placeInFrame)
    toast.style.translate = ''
    if (hasRoom) takeRoomBack()
  }
}
