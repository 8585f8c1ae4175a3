import { hyphenate, withoutBreakPoints } from './hyphenate.ts'

/** Chromium has no Spanish dictionary on every system: `hyphens: auto` then divides no word. */
function browserDivides(): boolean {
  const probe = document.createElement('p')
  probe.style.cssText = 'position:absolute;width:1ch;hyphens:auto;overflow-wrap:normal;visibility:hidden'
  probe.textContent = 'Establecimiento'
  document.body.append(probe)
  const { offsetHeight } = probe
  probe.style.hyphens = 'none'
  const isDivided = offsetHeight > probe.offsetHeight
  probe.remove()
  return isDivided
}

function divide(root: Node) {
  if (document.querySelector('[data-served]')) return // React compares the prerendered form with its own text
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node: Node | null = root; node; node = texts.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('script, style')) continue
    const divided = hyphenate(node.data)
    if (divided !== node.data) node.data = divided
  }
}

/** Copied text has none of the added characters. */
function copyWithoutBreakPoints(event: ClipboardEvent) {
  const text = String(getSelection())
  const copied = withoutBreakPoints(text)
  if (copied === text) return
  event.clipboardData?.setData('text/plain', copied)
  event.preventDefault()
}

/** Adds soft hyphens to the words on the page, and to those that React writes later, unless the browser divides words. */
export function divideWords(): void {
  if (browserDivides()) return
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type !== 'childList') divide(target)
      for (const node of addedNodes) divide(node)
    }
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-served'],
  })
  divide(document.body)
  document.addEventListener('copy', copyWithoutBreakPoints)
}
