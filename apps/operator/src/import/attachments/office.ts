import { fromBufferPromise } from 'yauzl'

export type OfficeKind = 'docx' | 'xlsx'

/** Microsoft's own web editor numbers it: 'word/document2.xml'. */
const MAIN_PART: Record<OfficeKind, RegExp> = {
  docx: /^word\/document\d*\.xml$/,
  xlsx: /^xl\/workbook\d*\.xml$/,
}
/** Programs that run when the document is opened: Visual Basic, Excel's old macro sheets, ActiveX. */
const PROGRAM = /(^|\/)(vbaProject\.bin|vbaData\.xml|macrosheets\/|activeX\/)/i
const PARTS_MAX = 10_000

/** What a ZIP's table of contents shows it to be; undefined for what is no Word or Excel document. */
export async function officeKindOf(bytes: Buffer): Promise<OfficeKind | 'with macros' | undefined> {
  const names = await partNames(bytes).catch(() => undefined)
  if (!names) return undefined
  if (names.some((name) => PROGRAM.test(name))) return 'with macros'
  const kinds = Object.keys(MAIN_PART) as OfficeKind[]
  return kinds.find((kind) => names.some((name) => MAIN_PART[kind].test(name)))
}

async function partNames(bytes: Buffer): Promise<string[] | undefined> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  if (zip.entryCount > PARTS_MAX) return undefined
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  return names
}
