import writeExcelFile from 'write-excel-file/node'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { officeKindOf } from '../office/office.ts'
import { wordRelatedTo } from './offices.ts'

/** Returns the kind of the file, or the reason why it is refused. */
export const kindOrRefusal = (bytes: Buffer) =>
  officeKindOf('guia.docx', bytes).catch((error: unknown) => {
    if (error instanceof InvalidAttachmentError) return error.message
    throw error
  })

/** Returns a Word document with a relation to an external target. */
export const wordWithExternal = (type: string, target: string) =>
  wordRelatedTo({ type, target, mode: 'External' })
/** Returns a workbook as a spreadsheet library writes it. */
export const createWorkbook = async () => writeExcelFile([['Nota', 5.4]]).toBuffer()
