import type { Establishment } from '@apoderados/contract/profile'
import MapPin from '@phosphor-icons/core/assets/regular/map-pin.svg?react'
import Phone from '@phosphor-icons/core/assets/regular/phone.svg?react'
import { formatPhone } from '../../text/format.ts'

const LINK =
  'flex min-h-(--control-h) items-center justify-center gap-2.5 rounded-md bg-accent-soft px-4 py-2 font-medium text-accent-text text-row'

const mapOf = (address: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${address}, Chile`)}`

/** The school's name, with its phone and a link to a map if they are known. */
export function SchoolContact({ school }: { school: Establishment }) {
  const { name, phone, address } = school
  return (
    <section className="grid gap-2.5">
      <div>
        <h3 className="font-semibold text-row">{name}</h3>
        {address && <p className="text-text-2">{address}</p>}
      </div>
      {phone && (
        <a href={`tel:${phone}`} className={LINK}>
          <Phone className="size-5.5 shrink-0" />
          Llamar al {formatPhone(phone)}
        </a>
      )}
      {address && (
        <a href={mapOf(address)} target="_blank" rel="noreferrer" className={LINK}>
          <MapPin className="size-5.5 shrink-0" />
          Ver en el mapa
        </a>
      )}
      {!phone && !address && <p>El colegio aún no publica su teléfono ni su dirección.</p>}
    </section>
  )
}
