import type { MarkupHandler } from '../../sheets/html/markup.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { unreadableError } from './package.ts'
import { embeddedObjectError } from './relations.ts'

const ddeError = () =>
  new InvalidAttachmentError('llama a otro programa (DDE)', 'el mismo sin ese campo o fórmula')
const linkFieldError = () =>
  new InvalidAttachmentError('trae datos de otro archivo (campo LINK)', 'el mismo con los datos dentro')

const FIELD_DEPTH_MAX = 200
/** The limit of a formula; Excel allows 8,192 characters. */
const FORMULA_CHARS_MAX = 10_000

/**
 * A field of a Word document that has begun and not ended; fields can be nested. `text` is its instruction as far as it
 * is read; `isInstruction` is false once the instruction is complete and the field's result is read.
 */
type Field = { text: string; isInstruction: boolean; beginsWithField: boolean }

const KEYWORD = /^\s*(dde|ddeauto|link)\b/i

/** @throws {InvalidAttachmentError} if the field starts another program, or if a nested field computes its keyword */
function checkField({ text, beginsWithField }: Omit<Field, 'isInstruction'>): void {
  const keyword = KEYWORD.exec(text)?.[1]?.toLowerCase()
  if (keyword === 'link') throw linkFieldError()
  if (keyword || beginsWithField) throw ddeError()
}

/**
 * Finds a DDE call, `program|topic!item`, in a formula from which quoted texts and names were removed. LibreOffice also
 * has a function DDE.
 */
const DDE_FORMULA = /\||\bDDE\s*\(/i
const QUOTED = /"[^"]*"?|'[^']*'?|\[[^\]]*\]?/g

/** Returns the attribute with the local name `wanted` and any namespace prefix. */
const attributeOf = (attributes: Record<string, string>, wanted: string) =>
  Object.entries(attributes).find(([name]) => name === wanted || name.endsWith(`:${wanted}`))?.[1]

/**
 * Returns a parser handler that checks one part of a document for active content.
 * @throws {InvalidAttachmentError} that names the active content found
 */
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
      if (name === 'fldChar') onFieldCharacter(attributeOf(attributes, 'fldCharType'))
      if (name === 'fldSimple')
        checkField({ text: attributeOf(attributes, 'instr') ?? '', beginsWithField: false })
      if (name === 'instrText' || name === 'delInstrText') isInstruction = true
      if (name === 'OLEObject' || name === 'oleObject' || name === 'oleLink') throw embeddedObjectError()
      if (name === 'ddeLink') throw ddeError()
      if (FORMULAS.includes(name)) formula = ''
    },
    onClose(name) {
      if (name === 'instrText' || name === 'delInstrText') isInstruction = false
      if (formula !== undefined && FORMULAS.includes(name)) {
        if (DDE_FORMULA.test(formula.replace(QUOTED, ''))) throw ddeError()
        formula = undefined
      }
    },
    onText(text) {
      if (text.includes('\0')) throw unreadableError() // the encoding is one that this parser does not support
      const field = fields.at(-1)
      if (isInstruction && field?.isInstruction) field.text += text
      if (formula !== undefined) formula += text
      if ((formula?.length ?? 0) > FORMULA_CHARS_MAX) throw unreadableError()
    },
  }
}

/** Elements that contain a formula, in cells, defined names, conditional formats and data validation. */
const FORMULAS = ['f', 'definedName', 'formula', 'formula1', 'formula2']
