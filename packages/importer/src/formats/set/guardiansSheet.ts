import { email, NO_MAIL, phone } from '../cells/contactCell.ts'
import { documentNumber, readIdentityDocument } from '../cells/documentCell.ts'
import { personName } from '../cells/nameCell.ts'
import { bodyOf, digit, joinDigit } from '../cells/rutCell.ts'
import { documentType, yesNo } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { DIGIT_SYNONYMS } from './employeesSheet.ts'
import { scope } from './scope.ts'

export const apoderados = defineSheet({
  name: 'apoderados',
  explanation: 'Las personas que usarán la aplicación, una fila por cada una.',
  columns: {
    ...scope,
    tipo_doc: required(documentType, 'Documento que la identifica.', 'RUN', {
      synonyms: ['tipo documento', 'tipo de documento'],
    }),
    numero: required(documentNumber, 'Número del documento.', '42456123', {
      synonyms: ['run', 'rut', 'número documento', 'n° documento', 'run apoderado', 'rut apoderado'],
    }),
    dv: optional(digit, 'Dígito verificador, si el documento es un RUN.', '1', {
      synonyms: DIGIT_SYNONYMS,
      requirement: 'sí si es RUN, o dentro de numero',
    }),
    nombres: required(personName, 'Nombres.', 'Paola', { synonyms: ['nombre'] }),
    apellidos: required(personName, 'Apellidos.', 'Huenchul Soto', { synonyms: ['apellido'] }),
    email: required(email, 'Correo, propio de cada persona: con él ingresa.', 'paola.huenchul@example.com', {
      synonyms: ['correo', 'correo electrónico', 'e-mail', 'mail'],
      ifBlank: NO_MAIL,
    }),
    celular: optional(phone, 'Teléfono.', '9 0000 0001', {
      synonyms: ['teléfono', 'fono', 'teléfono celular', 'móvil', 'número celular'],
    }),
    comparte_telefono: optional(
      yesNo,
      'Si aceptó que las familias del curso vean su teléfono. Vacía es no.',
      'no',
    ),
    comparte_email: optional(
      yesNo,
      'Si aceptó que las familias del curso vean su correo. Vacía es no.',
      'no',
      { synonyms: ['comparte correo'] },
    ),
  },
  fields: {
    ...{ tipo_doc: null, numero: 'document', dv: null, nombres: 'name', apellidos: 'last_name' },
    ...{ email: 'email', celular: 'phone', comparte_telefono: 'shares_phone' },
    comparte_email: 'shares_email',
  },
  names: (cell) => [bodyOf(cell('numero'))],
  toRecord: ({ rbd: _, year: __, ...filled }, { tipo_doc, numero, dv }, row) => {
    const person = readIdentityDocument(tipo_doc, numero, dv, row.refuseAt('numero'))
    if (!person) return undefined
    const { document, rut } = person
    const joined = rut && joinDigit({ rut, dv: person.rut_dv }, dv, row.refuseAt('dv', 'numero'))
    if (rut && !joined) return undefined
    return { ...filled, document, rut, rut_dv: joined ? joined.dv : null }
  },
})
