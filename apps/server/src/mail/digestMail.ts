import type { Queryable } from '@apoderados/core/db/client/open'
import { findDigestNews } from '@apoderados/core/mails/digestNews'
import { findDigest } from '@apoderados/core/mails/digests'
import type { DueMail } from '@apoderados/core/mails/mails'
import { addressOfNews, countText } from '../push/texts.ts'
import type { MailContext } from './composeMail.ts'
import { type DigestChild, digestMail, type MailText } from './texts.ts'

type DigestNews = Awaited<ReturnType<ReturnType<typeof findDigestNews>['execute']>>

const digestChildrenOf = (news: DigestNews, publicUrl: string): DigestChild[] =>
  Array.from(Map.groupBy(news, ({ student_id }) => student_id).values(), (ofChild) => ({
    name: ofChild[0]?.name.trim().split(/\s+/)[0] ?? '',
    lines: ofChild.map(({ student_id, kind, count, are_added }) => {
      const batch = { kind, change_ids: Array(count).fill(0), changes: [], are_added }
      return { text: countText(batch), url: publicUrl + addressOfNews({ ...batch, student_id }) }
    }),
  }))

/**
 * Returns the digest with the news that the parent may see now, or undefined if there is no news, if the parent has
 * ended the digests meanwhile, or if PUBLIC_URL is not set.
 */
export async function composeDigest(
  transaction: Queryable,
  mail: DueMail,
  { links, publicUrl }: MailContext,
): Promise<MailText | undefined> {
  const digest = await findDigest(transaction, mail.id)
  if (!digest || !publicUrl) return undefined
  const news = await findDigestNews(transaction).execute(digest)
  if (news.length === 0) return undefined
  const endUrl = publicUrl + links.endOfDigest(digest.parent_id)
  const { is_chosen: isChosen } = digest
  return digestMail(mail.name, digestChildrenOf(news, publicUrl), { publicUrl, endUrl, isChosen })
}
