import { useEffect, useState } from 'react'
import { fileUrl } from '../../api/api.ts'
import { useOnline } from '../../device/network/online.ts'
import { initials } from '../../text/names.ts'

const COLORS = [
  'bg-azul-soft text-azul',
  'bg-petroleo-soft text-petroleo',
  'bg-ciruela-soft text-ciruela',
  'bg-cobre-soft text-cobre',
  'bg-rosa-soft text-rosa',
  'bg-pizarra-soft text-pizarra',
  'bg-violeta-soft text-violeta',
  'bg-oceano-soft text-oceano',
]

/** The same person has the same colour everywhere: a hash of the id. */
const colorOf = (id: number) => COLORS[(Math.imul(id, 0x9e3779b1) >>> 0) % COLORS.length]

const SIZES = {
  small: 'w-10 text-small', // 40 by 44
  large: 'w-14 text-h3', // 56 by 62
  hero: 'w-26 text-h1', // 104 by 114
}

type Props = {
  id: number
  /** The name as shown, for the initials. */
  name: string
  /** The contract's root-relative link. */
  photo?: string | null | undefined
  size?: keyof typeof SIZES
}

/** A person's arch: the photo, or the initials when there is none or it does not load. */
export function Avatar({ id, name, photo, size = 'small' }: Props) {
  const [broken, setBroken] = useState<string>()
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo that was cut off is tried again when the line turns
  useEffect(() => setBroken(undefined), [isOnline])
  const hasPhoto = typeof photo === 'string' && photo.startsWith('/') && photo !== broken
  return (
    <span
      aria-hidden="true"
      className={`arch grid aspect-10/11 shrink-0 place-items-center overflow-clip font-bold ${SIZES[size]} ${colorOf(id)}`}
    >
      {hasPhoto ? (
        <img
          src={fileUrl(photo)}
          alt=""
          decoding="async"
          onError={() => setBroken(photo)}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}
