import { type NoticeSpan, parseNoticeText } from '@apoderados/contract/noticeText'

const Spans = ({ spans }: { spans: NoticeSpan[] }) =>
  spans.map(({ text, url }, index) =>
    url === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line do not move
      <a key={index} href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    ),
  )

/** The text of a notice as families read it. */
export const NoticeText = ({ text }: { text: string }) =>
  parseNoticeText(text).map(({ kind, lines }, index) => {
    const items = lines.map((spans, line) => {
      const Item = kind === 'paragraph' ? 'span' : 'li'
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text has no other keys
        <Item key={line}>
          <Spans spans={spans} />
          {kind === 'paragraph' && line < lines.length - 1 && <br />}
        </Item>
      )
    })
    const List = kind === 'numbers' ? 'ol' : 'ul'
    // biome-ignore lint/suspicious/noArrayIndexKey: the text has no other keys
    return kind === 'paragraph' ? <p key={index}>{items}</p> : <List key={index}>{items}</List>
  })
