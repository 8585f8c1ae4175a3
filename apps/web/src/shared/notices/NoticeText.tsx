import { type NoticeSpan, parseNoticeText } from '@apoderados/contract/noticeText'

const Spans = ({ spans }: { spans: NoticeSpan[] }) =>
  spans.map(({ text, url }, index) =>
    url === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line do not move
      <span key={index}>{text}</span>
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line do not move
        key={index}
        href={url}
        target="_blank"
        rel="noreferrer"
        className="wrap-anywhere font-medium text-accent-text underline"
      >
        {text}
      </a>
    ),
  )

/** The text of a notice: paragraphs, lists and links. */
export const NoticeText = ({ text }: { text: string }) =>
  parseNoticeText(text).map(({ kind, lines }, index) => {
    const isList = kind !== 'paragraph'
    const Line = isList ? 'li' : 'span'
    const Block = kind === 'bullets' ? 'ul' : kind === 'numbers' ? 'ol' : 'p'
    return (
      <Block
        // biome-ignore lint/suspicious/noArrayIndexKey: the text has no other keys
        key={index}
        className={`wrap-break-word mb-3 text-body leading-body ${isList ? 'grid gap-1 pl-5' : ''} ${
          kind === 'bullets' ? 'list-disc' : kind === 'numbers' ? 'list-decimal' : ''
        }`}
      >
        {lines.map((spans, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text has no other keys
          <Line key={line} className={isList ? '' : 'block'}>
            <Spans spans={spans} />
          </Line>
        ))}
      </Block>
    )
  })
