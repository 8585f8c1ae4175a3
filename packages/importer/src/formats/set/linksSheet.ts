import { documentNumberCell, guessDocument, readIdentityDocument } from '../cells/documentCell.ts'
import { rutDigits } from '../cells/rutCell.ts'
import { longTextCell, titleCell } from '../cells/textCell.ts'
import { documentTypeCell, kinshipCell, permissionCell, yesNoCell } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { scopeColumns, studentColumn } from './scope.ts'

export const linksSheet = defineSheet({
  name: 'vinculos',
  explanation:
    'Qué apoderado es de qué estudiante. Quien falte aquí pierde el vínculo con los estudiantes de la hoja.',
  columns: {
    ...scopeColumns,
    run_alumno: studentColumn,
    doc_apoderado: required(
      documentNumberCell,
      'Documento de la persona, de la hoja apoderados.',
      '42456123',
      { synonyms: ['run apoderado', 'rut apoderado', 'documento apoderado'] },
    ),
    tipo_doc: optional(
      documentTypeCell,
      'Tipo de ese documento; hace falta si un pasaporte tiene solo cifras.',
      'RUN',
      { synonyms: ['tipo documento', 'tipo_doc_apoderado', 'tipo de documento'] },
    ),
    parentesco: required(kinshipCell, 'Qué es del estudiante.', 'madre'),
    detalle_otro: optional(titleCell, 'Con parentesco otro, cuál.', 'Madrina', {
      isBlankInTemplate: true,
      requirement: 'con parentesco otro',
    }),
    calidad: optional(permissionCell, 'En qué calidad.', 'titular'),
    apoderado_economico: required(yesNoCell, 'Si es quien paga.', 'si', { synonyms: ['económico'] }),
    representante_legal: optional(
      yesNoCell,
      'Si representa legalmente al estudiante; vacío, queda como estaba.',
      'si',
      { synonyms: ['representante legal'], isBlankInTemplate: true },
    ),
    acceso: required(
      yesNoCell,
      'Si puede ver los datos del estudiante. Un bloqueo no se levanta con esta hoja.',
      'si',
    ),
    motivo_sin_acceso: optional(
      longTextCell,
      'Con acceso no, por qué.',
      'Resolución del Tribunal de Familia',
      {
        isBlankInTemplate: true,
        requirement: 'con acceso no',
      },
    ),
  },
  fields: {
    run_alumno: 'student_rut',
    doc_apoderado: 'document',
    tipo_doc: null,
    parentesco: 'parent_type',
    detalle_otro: 'other_type',
    calidad: 'permission',
    apoderado_economico: 'financial_proxy',
    representante_legal: 'is_legal_representative',
    acceso: 'has_access',
    motivo_sin_acceso: 'no_access_reason',
  },
  names: (cell) => [rutDigits(cell('doc_apoderado'))],
  toRecord: (
    { year: _, ...filled },
    { doc_apoderado, tipo_doc, detalle_otro, motivo_sin_acceso, ...values },
    row,
  ) => {
    const refuseGuardian = row.refuseAt('doc_apoderado')
    const person = tipo_doc
      ? readIdentityDocument(tipo_doc, doc_apoderado, null, refuseGuardian)
      : guessDocument(doc_apoderado, refuseGuardian)
    const isOther = values.parentesco === 'other'
    // If the sheet lacks the column, the database may contain the value: `neededColumnCheck` checks that later.
    if (isOther && row.has('detalle_otro') && !detalle_otro)
      return row.refuseAt('detalle_otro', 'parentesco')('falta decir cuál', 'Madrina')
    if (!values.acceso && row.has('motivo_sin_acceso') && !motivo_sin_acceso)
      return row.refuseAt('motivo_sin_acceso', 'acceso')(
        'falta el motivo',
        'Resolución del Tribunal de Familia',
      )
    if (!isOther && detalle_otro) row.warn('detalle_otro', 'solo se usa con parentesco otro: no se importa')
    if (values.acceso && motivo_sin_acceso) row.warn('motivo_sin_acceso', 'el acceso es si: no se importa')
    const onlyIfUsed = {
      other_type: isOther ? detalle_otro : null,
      no_access_reason: values.acceso ? null : motivo_sin_acceso,
    }
    return person && { ...filled, ...onlyIfUsed, document: person.document }
  },
})
