import type { MarkupHandler } from '../../sheets/markup.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { unreadable } from './package.ts'
import { embedded } from './relations.ts'

const dde = () =>
  new InvalidAttachmentError('llama a otro programa (DDE)', 'el mismo sin ese campo o fórmula')
const linkField = () =>
  new InvalidAttachmentError('trae datos de otro archivo (campo LINK)', 'el mismo con los datos dentro')

const FIELDS_DEEP_MAX = 200
/** Excel allows 8,192. */
const FORMULA_CHARS_MAX = 10_000

/** A field of Word while its instruction is read; fields lie within fields. */
type Field = { text: string; isInstruction: boolean; beginsWithField: boolean }

const KEYWORD = /^\s*(dde|ddeauto|link)\b/i

/** @throws {InvalidAttachmentError} for a field that starts another program, or whose keyword another field makes up */
function checkField({ text, beginsWithField }: Field): void {
  const keyword = KEYWORD.exec(text)?.[1]?.toLowerCase()
  if (keyword === 'link') throw linkField()
  if (keyword || beginsWithField) throw dde()
}

/** `program|topic!item`, outside of texts and of the names of sheets and columns; LibreOffice has a function of that name. */
const DDE_FORMULA = /\||\bDDE\s*\(/i
const QUOTED = /"[^"]*"?|'[^']*'?|\[[^\]]*\]?/g

/** The one of that name, with whatever prefix. */
const attributeOf = (attributes: Record<string, string>, wanted: string) =>
  Object.entries(attributes).find(([name]) => name === wanted || name.endsWith(`:${wanted}`))?.[1]

/** Hears a part of a document. @throws {InvalidAttachmentError} by the name of what is active in it */
export function createMarkupCheck(): MarkupHandler {
  const fields: Field[] = []
  let formula: string | undefined
  let isInstruction = false

  function onFieldCharacter(type: string | undefined): void {
    const field = fields.at(-1)
    if (type === 'begin') {
      if (field?.isInstruction && field.text.trim() === '') field.beginsWithField = true
      fields.push({ text: '', isInstruction: true, beginsWithField: false })
      if (fields.length > FIELDS_DEEP_MAX) throw unreadable()
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
        checkField({
          text: attributeOf(attributes, 'instr') ?? '',
          isInstruction: true,
          beginsWithField: false,
        })
      if (name === 'instrText' || name === 'delInstrText') isInstruction = true
      if (name === 'OLEObject' || name === 'oleObject' || name === 'oleLink') throw embedded()
      if (name === 'ddeLink') throw dde()
      if (FORMULAS.includes(name)) formula = ''
    },
    onClose(name) {
      if (name === 'instrText' || name === 'delInstrText') isInstruction = false
      if (formula !== undefined && FORMULAS.includes(name)) {
        if (DDE_FORMULA.test(formula.replace(QUOTED, ''))) throw dde()
        formula = undefined
      }
    },
    onText(text) {
      if (text.includes('\0')) throw unreadable() // in an encoding that this is not read in
      const field = fields.at(-1)
      if (isInstruction && field?.isInstruction) field.text += text
      if (formula !== undefined) formula += text
      if ((formula?.length ?? 0) > FORMULA_CHARS_MAX) throw unreadable()
    },
  }
}

/** Of cells, names, conditional formats and the lists of what may be typed. */
const FORMULAS = ['f', 'definedName', 'formula', 'formula1', 'formula2']
