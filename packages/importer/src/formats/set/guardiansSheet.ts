import { emailCell, NO_EMAIL_MESSAGE, phoneCell } from '../cells/contactCell.ts'
import { documentNumberCell, readIdentityDocument } from '../cells/documentCell.ts'
import { personNameCell } from '../cells/nameCell.ts'
import { checkDigitCell, joinDigit, rutDigits } from '../cells/rutCell.ts'
import { documentTypeCell, yesNoCell } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { CHECK_DIGIT_SYNONYMS } from './employeesSheet.ts'
import { scopeColumns } from './scope.ts'

export const guardiansSheet = defineSheet({
  name: 'apoderados',
  explanation: 'Las personas que usarán la aplicación, una fila por cada una.',
  columns: {
    ...scopeColumns,
    tipo_doc: required(documentTypeCell, 'Documento que la identifica.', 'RUN', {
      synonyms: ['tipo documento', 'tipo de documento'],
    }),
    numero: required(documentNumberCell, 'Número del documento.', '42456123', {
      synonyms: ['run', 'rut', 'número documento', 'n° documento', 'run apoderado', 'rut apoderado'],
    }),
    dv: optional(checkDigitCell, 'Dígito verificador, si el documento es un RUN.', '1', {
      synonyms: CHECK_DIGIT_SYNONYMS,
      requirement: 'sí si es RUN, o dentro de numero',
    }),
    nombres: required(personNameCell, 'Nombres.', 'Paola', { synonyms: ['nombre'] }),
    apellidos: required(personNameCell, 'Apellidos.', 'Huenchul Soto', { synonyms: ['apellido'] }),
    email: required(
      emailCell,
      'Correo, propio de cada persona: con él ingresa.',
      'paola.huenchul@example.com',
      {
        synonyms: ['correo', 'correo electrónico', 'e-mail', 'mail'],
        ifBlank: NO_EMAIL_MESSAGE,
      },
    ),
    celular: optional(phoneCell, 'Teléfono.', '9 0000 0001', {
      synonyms: ['teléfono', 'fono', 'teléfono celular', 'móvil', 'número celular'],
    }),
    comparte_telefono: optional(
      yesNoCell,
      'Si aceptó que las familias del curso vean su teléfono. Vacía es no.',
      'no',
    ),
    comparte_email: optional(
      yesNoCell,
      'Si aceptó que las familias del curso vean su correo. Vacía es no.',
      'no',
      { synonyms: ['comparte correo'] },
    ),
  },
  fields: {
    tipo_doc: null,
    numero: 'document',
    dv: null,
    nombres: 'name',
    apellidos: 'last_name',
    email: 'email',
    celular: 'phone',
    comparte_telefono: 'shares_phone',
    comparte_email: 'shares_email',
  },
  names: (cell) => [rutDigits(cell('numero'))],
  toRecord: ({ rbd: _, year: __, ...filled }, { tipo_doc, numero, dv }, row) => {
    const person = readIdentityDocument(tipo_doc, numero, dv, row.refuseAt('numero'))
    if (!person) return undefined
    const { document, rut } = person
    const joined = rut && joinDigit({ rut, dv: person.rut_dv }, dv, row.refuseAt('dv', 'numero'))
    if (rut && !joined) return undefined
    return { ...filled, document, rut, rut_dv: joined ? joined.dv : null }
  },
})
