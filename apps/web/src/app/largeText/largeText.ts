import { hyphenate, withoutBreakPoints } from './hyphenate.ts'
import './largeText.css'

/** Whether `hyphens: auto` divides Spanish words: Chromium lacks the dictionary on some systems. */
function browserDividesWords(): boolean {
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

function divideTextIn(root: Node) {
  if (document.querySelector('[data-served]')) return // hydration compares the form's text with React's
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node: Node | null = root; node; node = texts.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('script, style')) continue
    const divided = hyphenate(node.data)
    if (divided !== node.data) node.data = divided
  }
}

/** Removes the characters that `hyphenate` has added from copied text. */
function copyWithoutBreakPoints(event: ClipboardEvent) {
  const text = String(getSelection())
  const copied = withoutBreakPoints(text)
  if (copied === text) return
  event.clipboardData?.setData('text/plain', copied)
  event.preventDefault()
}

/** Divides the words on the page, also those that React writes later, unless the browser itself divides words. */
function divideWords() {
  if (browserDividesWords()) return
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type !== 'childList') divideTextIn(target)
      for (const node of addedNodes) divideTextIn(node)
    }
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-served'],
  })
  divideTextIn(document.body)
  document.addEventListener('copy', copyWithoutBreakPoints)
}

divideWords()
