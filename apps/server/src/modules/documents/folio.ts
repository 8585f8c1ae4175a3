import { formatFolio, parseFolio } from '@apoderados/contract/documents'
import { checkFolio } from '@apoderados/core/documents/issuedDocuments'
import type { Handlers, PublicContext } from '../../http/context.ts'
import { documentPage, folioForm, folioPolicy, unknownFolioPage } from './folioPages.ts'

const page = (html: string, status?: 404) => ({
  content_type: 'text/html; charset=utf-8',
  body: Buffer.from(html),
  headers: folioPolicy,
  ...(status && { status }),
})

async function showFolio(typed: string, { db }: Pick<PublicContext, 'db'>) {
  const folio = parseFolio(typed)
  const found = folio && (await checkFolio(db, folio))
  if (!found) return page(unknownFolioPage(folio ? formatFolio(folio) : typed), 404)
  return page(documentPage(found, new Date()))
}

export const folioHandlers = {
  getFolioForm: async ({ folio }, context) =>
    folio === undefined ? page(folioForm()) : showFolio(folio, context),
  checkFolio: ({ folio }, context) => showFolio(folio, context),
} satisfies Partial<Handlers>
