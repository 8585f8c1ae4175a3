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

/** Returns the classes of a colour, which depends on the id alone, so that it is the same on each page. */
const colorOf = (id: number) => COLORS[(Math.imul(id, 0x9e3779b1) >>> 0) % COLORS.length]

const SIZES = {
  small: 'w-10 text-small large-text:w-12 large-text:text-[0.75rem]', // 40 by 44 px
  large: 'w-14 text-h3 large-text:text-label', // 56 by 62 px
  hero: 'w-26 text-h1', // 104 by 114 px
}

type Props = {
  id: number
  /** The display name, for the initials. */
  name: string
  /** The root-relative link of the photo. */
  photo?: string | null | undefined
  size?: keyof typeof SIZES
}

/** A person's photo, or the initials if there is none or it does not load. */
export function Avatar({ id, name, photo, size = 'small' }: Props) {
  const [broken, setBroken] = useState<string>()
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the connection retries a failed photo
  useEffect(() => setBroken(undefined), [isOnline])
  const hasPhoto = typeof photo === 'string' && photo.startsWith('/') && photo !== broken
  return (
    <span
      aria-hidden="true"
      className={`grid aspect-10/11 shrink-0 place-items-center overflow-clip rounded-arch font-bold ${SIZES[size]} ${colorOf(id)}`}
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
