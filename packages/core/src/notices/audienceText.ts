import type { AudienceNames } from './notices.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })
const COURSES_NAMED_MAX = 6

/** Returns for whom a notice is, such as '5° Básico A y 5° Básico B'. `texts` has the words that depend on the reader. */
export function noticeAudienceText(
  { audience, levels, courses }: Omit<AudienceNames, 'families'>,
  texts: { school: string; families: string },
): string {
  if (audience === 'school' || audience === 'families') return texts[audience]
  const names = audience === 'level' ? levels : courses
  return names.length > COURSES_NAMED_MAX ? `${names.length} cursos` : list.format(names)
}
