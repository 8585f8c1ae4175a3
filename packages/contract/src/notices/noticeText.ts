/** A part of a line: plain text, or a link to `url`. */
export type NoticeSpan = { text: string; url?: string }
/** A paragraph, whose lines stay apart, or a list, with one line for each item. */
export type NoticeBlock = { kind: 'paragraph' | 'bullets' | 'numbers'; lines: NoticeSpan[][] }

/** `[text](https://…)` or a bare address. Only https, mailto and tel become links. */
const LINK =
  /\[([^\][\n]{1,200})\]\(((?:https:\/\/|mailto:|tel:)[^\s()<>"]{1,500})\)|(https:\/\/[^\s()<>"]{1,500})/g
/** The punctuation that ends a sentence after a bare address. */
const END_OF_SENTENCE = /[.,;:!?]+$/
const BULLET = /^\s*[-*•]\s+/
const NUMBER = /^\s*\d{1,3}[.)]\s+/

function spansOf(line: string): NoticeSpan[] {
  const spans: NoticeSpan[] = []
  let from = 0
  for (const { 0: found, 1: text, 2: target, 3: bare = '', index } of line.matchAll(LINK)) {
    const address = bare.replace(END_OF_SENTENCE, '')
    if (index > from) spans.push({ text: line.slice(from, index) })
    spans.push(target === undefined ? { text: address, url: address } : { text: text ?? target, url: target })
    from = index + (target === undefined ? address.length : found.length)
  }
  if (from < line.length) spans.push({ text: line.slice(from) })
  return spans
}

function kindOf(line: string): NoticeBlock['kind'] {
  if (BULLET.test(line)) return 'bullets'
  return NUMBER.test(line) ? 'numbers' : 'paragraph'
}

/**
 * Reads the text of a notice: paragraphs, which blank lines end, lists with `- ` or `1. ` before each item, and links.
 * Every other character stays as it is, HTML too.
 */
export function parseNoticeText(text: string): NoticeBlock[] {
  const blocks: NoticeBlock[] = []
  let isOpen = false
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    const kind = kindOf(line)
    const spans = spansOf(
      line.replace(kind === 'bullets' ? BULLET : kind === 'numbers' ? NUMBER : /^\s+/, ''),
    )
    const last = blocks.at(-1)
    if (isOpen && last?.kind === kind) last.lines.push(spans)
    else blocks.push({ kind, lines: [spans] })
    isOpen = true
  }
  return blocks
}
