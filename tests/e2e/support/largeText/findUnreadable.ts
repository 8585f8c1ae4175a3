/**
 * Describes each fault of large text on the page: cut-off text, a page that scrolls
 * sideways, a control that is too low to be tapped, a student bar that is too high. Runs in the page, so it uses
 * nothing outside itself.
 */
export function findUnreadable(): string[] {
  /** The least height of a control in px. */
  const TARGET_MIN = 44
  /** The student bar must be lower than this, in px: a quarter of a screen of 640 px. */
  const BAR_LIMIT = 160
  const ROUNDING = 1
  const faults: string[] = []
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  const isInFront = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], .sr-only, .skip-link')
  const root = dialogs.at(-1) ?? document.body

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const parent = node.parentElement
    if (!parent || !isInFront(parent) || parent.closest('script, style, noscript')) continue
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const rects = rectsOf(node, index, word.length)
      if (rects.some((rect) => isCut(rect, parent))) faults.push(`cut off: ${word}`)
    }
  }

  const controls = 'a[href], button, summary, input, select, [role=button], [tabindex="0"]'
  for (const control of root.querySelectorAll(controls)) {
    if (!isInFront(control)) continue
    const target = control.closest('label') ?? control
    const { height } = target.getBoundingClientRect()
    if (height < TARGET_MIN - 0.5)
      faults.push(`low target: ${height} px, ${control.textContent || control.outerHTML}`)
  }

  const bar = document.querySelector('.student-bar')
  if (bar && bar.getBoundingClientRect().height >= BAR_LIMIT) {
    faults.push(`student bar: ${bar.getBoundingClientRect().height} px`)
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) faults.push(`scrolls sideways: ${scrollWidth} px`)
  return faults

  function rectsOf(node: Text, start: number, length: number) {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + length)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }

  function isCut(rect: DOMRect, parent: Element): boolean {
    for (let box: Element | null = parent; box && box !== root.parentElement; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (/auto|scroll/.test(style.overflowX)) return false
      if (!/hidden|clip/.test(style.overflowX)) continue
      const { left, right } = box.getBoundingClientRect()
      const isShortened = style.textOverflow === 'ellipsis' && box.closest('[title]') !== null
      if (!isShortened && (rect.left < left - ROUNDING || rect.right > right + ROUNDING)) return true
      if (isShortened) return false
    }
    return rect.left < -ROUNDING || rect.right > innerWidth + ROUNDING
  }
}
