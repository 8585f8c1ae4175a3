import writeExcelFile from 'write-excel-file/node'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { officeKindOf } from '../office/office.ts'
import { createWordWithRelations } from './offices.ts'

/** Returns the kind of a Word or Excel file, or the reason why it is refused; undefined for other files. */
export const kindOrRefusal = (bytes: Buffer) =>
  officeKindOf('guia.docx', bytes).catch((error: unknown) => {
    if (error instanceof InvalidAttachmentError) return error.message
    throw error
  })

/** Returns a Word document whose main part has a relation to an external target. */
export const createWordWithExternalRelation = (type: string, target: string) =>
  createWordWithRelations({ type, target, mode: 'External' })
/** Returns a workbook that a spreadsheet library has written. */
export const createWorkbook = async () => writeExcelFile([['Nota', 5.4]]).toBuffer()
