import { phone, timeZone } from '../cells/contactCell.ts'
import { rbdWithDigit } from '../cells/rbdCell.ts'
import { bodyOf, digit, joinDigit } from '../cells/rutCell.ts'
import { name } from '../cells/textCell.ts'
import { rounding, yesNo } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { keyOf } from '../sheetText.ts'

/** Joins street and commune: 'Av. Los Aromos 2150, La Florida'. */
function joinAddress(street: string | null, commune: string | null): string | null {
  if (!street || !commune) return street ?? commune
  return keyOf(street).endsWith(keyOf(commune)) ? street : `${street}, ${commune}`
}

export const establecimientos = defineSheet({
  name: 'establecimientos',
  explanation: 'El o los establecimientos, una fila por cada uno.',
  unused: ['anio', 'año'],
  columns: {
    rbd: required(rbdWithDigit, 'RBD. Identifica al establecimiento en todas las hojas.', '90020'),
    dv: optional(digit, 'Dígito verificador del RBD.', '6', {
      synonyms: ['dígito verificador', 'dígito ver.', 'dgv', 'dgv rbd'],
      requirement: 'sí, o dentro de rbd',
    }),
    nombre: required(name, 'Nombre con que lo conocen las familias.', 'Colegio Los Aromos', {
      synonyms: ['nombre establecimiento', 'nom rbd'],
    }),
    direccion: optional(
      name,
      'Calle y número. Cambia junto con comuna: si trae una, traiga las dos.',
      'Av. Los Aromos 2150',
    ),
    comuna: optional(name, 'Comuna; se muestra junto a la dirección.', 'La Florida'),
    telefono: optional(phone, 'Teléfono de contacto.', '2 0000 0001', {
      synonyms: ['fono', 'teléfono'],
    }),
    zona_horaria: optional(timeZone, 'Zona horaria. Vacía es America/Santiago.', 'America/Santiago'),
    redondeo: optional(
      rounding,
      'Cómo se calculan los promedios: aproxima (5,45 es 5,5) o trunca (5,45 es 5,4). Vacía es aproxima.',
      'aproxima',
    ),
    promedio_ponderado: optional(yesNo, 'Si las evaluaciones pesan según su ponderación. Vacía es no.', 'no'),
  },
  fields: {
    ...{ rbd: 'rbd', dv: null, nombre: 'name', direccion: 'address', comuna: 'address' },
    ...{ telefono: 'phone', zona_horaria: 'time_zone', redondeo: 'rounding' },
    promedio_ponderado: 'uses_weights',
  },
  names: (cell) => [bodyOf(cell('rbd'))],
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
