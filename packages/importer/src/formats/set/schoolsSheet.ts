import { phoneCell, timeZoneCell } from '../cells/contactCell.ts'
import { rbdWithDigitCell } from '../cells/rbdCell.ts'
import { checkDigitCell, joinDigit, rutDigits } from '../cells/rutCell.ts'
import { nameCell } from '../cells/textCell.ts'
import { roundingCell, yesNoCell } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { normalizeName } from '../sheetText.ts'

/** Joins street and commune, 'Av. Los Aromos 2150, La Florida', unless the street already ends with the commune. */
function joinAddress(street: string | null, commune: string | null): string | null {
  if (!street || !commune) return street ?? commune
  return normalizeName(street).endsWith(normalizeName(commune)) ? street : `${street}, ${commune}`
}

export const schoolsSheet = defineSheet({
  name: 'establecimientos',
  explanation: 'El o los establecimientos, una fila por cada uno.',
  unused: ['anio', 'año'],
  columns: {
    rbd: required(rbdWithDigitCell, 'RBD. Identifica al establecimiento en todas las hojas.', '90020'),
    dv: optional(checkDigitCell, 'Dígito verificador del RBD.', '6', {
      synonyms: ['dígito verificador', 'dígito ver.', 'dgv', 'dgv rbd'],
      requirement: 'sí, o dentro de rbd',
    }),
    nombre: required(nameCell, 'Nombre con que lo conocen las familias.', 'Colegio Los Aromos', {
      synonyms: ['nombre establecimiento', 'nom rbd'],
    }),
    direccion: optional(
      nameCell,
      'Calle y número. Cambia junto con comuna: si trae una, traiga las dos.',
      'Av. Los Aromos 2150',
    ),
    comuna: optional(nameCell, 'Comuna; se muestra junto a la dirección.', 'La Florida'),
    telefono: optional(phoneCell, 'Teléfono de contacto.', '2 0000 0001', { synonyms: ['fono', 'teléfono'] }),
    zona_horaria: optional(timeZoneCell, 'Zona horaria. Vacía es America/Santiago.', 'America/Santiago'),
    redondeo: optional(
      roundingCell,
      'Cómo se calculan los promedios: aproxima (5,45 es 5,5) o trunca (5,45 es 5,4). Vacía es aproxima.',
      'aproxima',
    ),
    promedio_ponderado: optional(
      yesNoCell,
      'Si las evaluaciones pesan según su ponderación. Vacía es no.',
      'no',
    ),
  },
  fields: {
    rbd: 'rbd',
    dv: null,
    nombre: 'name',
    direccion: 'address',
    comuna: 'address',
    telefono: 'phone',
    zona_horaria: 'time_zone',
    redondeo: 'rounding',
    promedio_ponderado: 'uses_weights',
  },
  names: (cell) => [rutDigits(cell('rbd'))],
  toRecord: (filled, { rbd, dv, direccion, comuna }, row) => {
    const joined = joinDigit(rbd, dv, row.refuseAt('dv', 'rbd'))
    return (
      joined && {
        ...filled,
        rbd: `${joined.rut}-${joined.dv}`,
        address: joinAddress(direccion, comuna),
      }
    )
  },
})
