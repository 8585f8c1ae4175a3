import type { Student } from '@apoderados/contract/profile'
import BellFill from '@phosphor-icons/core/assets/fill/bell-fill.svg?react'
import Bell from '@phosphor-icons/core/assets/regular/bell.svg?react'
import { useEffect, useEffectEvent } from 'react'
import { config } from '../../config.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { usePath } from '../../shared/router.tsx'
import { lazyComponent, useLazySheet } from '../../shared/ui/page/lazyComponent.tsx'

const NewsSheet = lazyComponent(() => import('./NewsSheet.tsx').then((m) => m.NewsSheet))

type Props = {
  students: Student[]
  selected: Student
  onSelect: (student: Student) => void
}

const SHOWN_COUNT_MAX = 99

/** The name of the bell: 'Novedades', 'Novedades, 1 sin leer', 'Novedades, más de 99 sin leer'. */
const bellLabel = (unread: number) => {
  if (unread === 0) return 'Novedades'
  return `Novedades, ${unread > SHOWN_COUNT_MAX ? `más de ${SHOWN_COUNT_MAX}` : unread} sin leer`
}

/** The bell of the student bar, with the number of unread news. */
export function NewsBell({ students, selected, onSelect }: Props) {
  const { data, dataUpdatedAt, isFetching, refetch } = useApi('getNews', {})
  const path = usePath()
  const sheet = useLazySheet('novedades', NewsSheet.load)
  const unread = data?.unread ?? 0
  const Icon = unread > 0 ? BellFill : Bell

  const refetchIfOld = useEffectEvent(() => {
    if (!isFetching && Date.now() - dataUpdatedAt > config.profileRefreshMs) void refetch()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page refetches old news
  useEffect(() => refetchIfOld(), [path])

  if (data === null) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        aria-label={bellLabel(unread)}
        title="Novedades"
        tabIndex={0} // so that Safari focuses the button on a click, and the sheet can return the focus to it
        onClick={sheet.open}
        className="relative grid size-11 shrink-0 place-items-center rounded-md text-text-2 hover:bg-hover lg:mr-2"
      >
        <Icon className="size-5.5" />
        {unread > 0 && (
          <span className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-negative px-1 text-center font-semibold text-label text-on-negative leading-4.5 large-text:top-0 large-text:min-w-5.5 large-text:px-0.75 large-text:text-[0.5625rem] large-text:leading-5.5">
            {unread > SHOWN_COUNT_MAX ? `${SHOWN_COUNT_MAX}+` : unread}
          </span>
        )}
      </button>
      {sheet.hasFailed && (
        <p role="alert" className="text-label text-negative-text">
          No se pudo abrir. Revisa tu conexión.
        </p>
      )}
      {sheet.isLoaded && (
        <NewsSheet
          students={students}
          selected={selected}
          isOpen={sheet.isOpen}
          onClose={sheet.close}
          onSelect={onSelect}
        />
      )}
    </>
  )
}
