import ArrowClockwise from '@phosphor-icons/core/assets/regular/arrow-clockwise.svg?react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../../config.ts'
import type { PageQuery } from '../../api/pageQuery.ts'
import { selectedStudent } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'
import { shortName } from '../../text/names.ts'
import { Age } from '../content/Age.tsx'
import { PageNotice } from '../notices/PageNotice.tsx'
import { PullDisc } from '../notices/PullDisc.tsx'
import { Skeleton } from '../notices/Skeleton.tsx'
import { PageHeading } from './PageHeading.tsx'

/** The element in the app's header for a page's controls; null without a student bar, undefined without a frame. */
export const HeaderSlot = createContext<HTMLElement | null | undefined>(undefined)

type Props = {
  title: string
  query: PageQuery
  children: ReactNode
  /** The page's heading, if it is more than the title. */
  heading?: ReactNode
  /** The placeholder in the shape of the content, until the first data has arrived. */
  skeleton?: ReactNode
}

/**
 * A page of a student's data: title, button `Actualizar`, pull-to-refresh gesture, notice of failures and children. The
 * children are rendered once the first load has ended, even if it failed, and stay if a refresh fails (spec §8).
 */
export function DataPage({ title, query, children, heading, skeleton = <Skeleton /> }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const slot = useContext(HeaderSlot)
  const student = selectedStudent(useSession())
  const [isSpinning, spin] = useSpinner()
  const refresh = () => {
    spin()
    void query.refetch()
  }
  const control = (
    <RefreshControl updatedAt={query.dataUpdatedAt} isSpinning={isSpinning} onRefresh={refresh} />
  )
  return (
    <div ref={area} className="page">
      {slot === undefined && control}
      {slot && createPortal(control, slot)}
      <PullDisc area={area} isSpinning={isSpinning} onRefresh={refresh} />
      <p role="status" className="sr-only">
        {isSpinning && 'Actualizando'}
      </p>
      {heading ?? <PageHeading title={title} className="mb-5" />}
      <PageNotice query={query} studentName={student && shortName(student)} onRetry={refresh} />
      {query.isPending ? skeleton : children}
    </div>
  )
}

/** Returns whether the spinner turns, and the function that turns it for 2 s, independent of the request (spec §9). */
function useSpinner() {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn === 0) return
    const timer = setTimeout(() => setTurn(0), config.pullSpinnerMs)
    return () => clearTimeout(timer)
  }, [turn])
  return [turn > 0, () => setTurn((last) => last + 1)] as const
}

type RefreshControlProps = { updatedAt: number; isSpinning: boolean; onRefresh: () => void }

/** The button that refreshes the page (`Actualizar`) and, on a desktop, the age of the data. */
function RefreshControl({ updatedAt, isSpinning, onRefresh }: RefreshControlProps) {
  return (
    <div className="flex items-center gap-3">
      {updatedAt > 0 && (
        <p className="hidden text-label text-text-2 lg:block">
          <Age key={updatedAt} of="Actualizado" updatedAt={updatedAt} />
        </p>
      )}
      <button
        type="button"
        aria-label="Actualizar"
        title="Actualizar"
        onClick={onRefresh}
        className="grid size-11 place-items-center rounded-md text-text-2 hover:bg-hover"
      >
        <ArrowClockwise className={`size-5.5 ${isSpinning ? 'turning' : ''}`} />
      </button>
    </div>
  )
}
