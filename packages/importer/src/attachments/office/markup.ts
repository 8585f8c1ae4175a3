import type { MarkupHandler } from '../../sheets/html/markup.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { unreadableError } from './package.ts'
import { embeddedObjectError } from './relations.ts'

const ddeError = () =>
  new InvalidAttachmentError('llama a otro programa (DDE)', 'el mismo sin ese campo o fórmula')
const linkFieldError = () =>
  new InvalidAttachmentError('trae datos de otro archivo (campo LINK)', 'el mismo con los datos dentro')

const FIELD_DEPTH_MAX = 200
/** The maximum number of characters of a formula; Excel allows 8,192. */
const FORMULA_LENGTH_MAX = 10_000

/**
 * A field of a Word document that has begun and not ended; fields can be nested. `text` is its instruction as far as it
 * is read; `isInstruction` is false once the instruction is complete and the field's result is read. `beginsWithField`
 * is true if a nested field stands in place of the instruction's keyword.
 */
type Field = { text: string; isInstruction: boolean; beginsWithField: boolean }

/** Matches the instruction of a field that starts another program (DDE) or loads another file (LINK). */
const ACTIVE_KEYWORD = /^\s*(dde|ddeauto|link)\b/i

/** @throws {InvalidAttachmentError} if ACTIVE_KEYWORD matches the field, or if a nested field computes its keyword */
function checkField({ text, beginsWithField }: Omit<Field, 'isInstruction'>): void {
  const keyword = ACTIVE_KEYWORD.exec(text)?.[1]?.toLowerCase()
  if (keyword === 'link') throw linkFieldError()
  if (keyword || beginsWithField) throw ddeError()
}

/** Matches a DDE call, `program|topic!item`, or LibreOffice's function DDE, in a formula without its QUOTED_PARTS. */
const DDE_FORMULA = /\||\bDDE\s*\(/i
/** Matches texts, sheet names and column names in a formula, which may contain a bar. */
const QUOTED_PARTS = /"[^"]*"?|'[^']*'?|\[[^\]]*\]?/g

/** Returns the value of the attribute with the local name `wanted`, whatever its namespace prefix. */
const attributeValue = (attributes: Record<string, string>, wanted: string) =>
  Object.entries(attributes).find(([name]) => name === wanted || name.endsWith(`:${wanted}`))?.[1]

/** Returns a handler that checks one part; it throws an InvalidAttachmentError that names the active content found. */
export function createMarkupCheck(): MarkupHandler {
  const fields: Field[] = []
  let formula: string | undefined
  let isInstruction = false

  function onFieldCharacter(type: string | undefined): void {
    const field = fields.at(-1)
    if (type === 'begin') {
      if (field?.isInstruction && field.text.trim() === '') field.beginsWithField = true
      fields.push({ text: '', isInstruction: true, beginsWithField: false })
      if (fields.length > FIELD_DEPTH_MAX) throw unreadableError()
    } else if (field && (type === 'separate' || type === 'end')) {
      if (field.isInstruction) checkField(field)
      field.isInstruction = false
      if (type === 'end') fields.pop()
    }
  }

  return {
    onOpen(name, attributes) {
      if (name === 'fldChar') onFieldCharacter(attributeValue(attributes, 'fldCharType'))
      if (name === 'fldSimple')
        checkField({ text: attributeValue(attributes, 'instr') ?? '', beginsWithField: false })
      if (name === 'instrText' || name === 'delInstrText') isInstruction = true
      if (name === 'OLEObject' || name === 'oleObject' || name === 'oleLink') throw embeddedObjectError()
      if (name === 'ddeLink') throw ddeError()
      if (FORMULA_ELEMENTS.includes(name)) formula = ''
    },
    onClose(name) {
      if (name === 'instrText' || name === 'delInstrText') isInstruction = false
      if (formula !== undefined && FORMULA_ELEMENTS.includes(name)) {
        if (DDE_FORMULA.test(formula.replace(QUOTED_PARTS, ''))) throw ddeError()
        formula = undefined
      }
    },
    onText(text) {
      if (text.includes('\0')) throw unreadableError() // a NUL shows an encoding that this parser does not support
      const field = fields.at(-1)
      if (isInstruction && field?.isInstruction) field.text += text
      if (formula !== undefined) formula += text
      if ((formula?.length ?? 0) > FORMULA_LENGTH_MAX) throw unreadableError()
    },
  }
}

/** The elements that contain a formula, in cells, defined names, conditional formats and data validation. */
const FORMULA_ELEMENTS = ['f', 'definedName', 'formula', 'formula1', 'formula2']
