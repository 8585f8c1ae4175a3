import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDesktop } from '../../device/screen/screen.ts'
import { type Item, keyOf } from '../../itemKey.ts'
import { Sheet } from '../dialogs/Sheet.tsx'
import { SheetContent } from '../dialogs/SheetContent.tsx'
import './list.css'

type Frame = {
  title: string
  /** Under the title. */
  subtitle?: ReactNode
  /** Actions at the foot, always in sight. */
  footer?: ReactNode
  children: ReactNode
}

type Props<T> = {
  /** The open item, undefined when closed. The object of the data itself, not a new one at each render. */
  item: T | undefined
  onClose: () => void
  /** In the panel on a desktop while nothing is open; without it the list has the whole width. */
  idle?: ReactNode
  children: (item: T) => Frame
}

/** The detail of one item of a list: a sheet over the page, on a desktop a panel beside the list. */
export function Detail<T extends Item>({ item, onClose, idle, children }: Props<T>) {
  const isDesktop = useDesktop()
  const [last, setLast] = useState(item)
  if (item !== undefined && item !== last) setLast(item) // what slides away keeps its content
  const key = item && keyOf(item)
  useFocusReturn(key)
  if (isDesktop) return <Panel itemKey={key} frame={item && children(item)} idle={idle} onClose={onClose} />
  const shown = item ?? last
  if (shown === undefined) return null
  return <Sheet key={keyOf(shown)} isOpen={item !== undefined} onClose={onClose} {...children(shown)} />
}

/** The focus returns to where it was when the item was opened, whatever form the detail has by then. */
function useFocusReturn(key: number | undefined) {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (key !== undefined) opener.current = document.activeElement // the detail takes it in an effect, later
  }, [key])
  useEffect(() => {
    if (key !== undefined || !opener.current) return
    const { activeElement: active, body } = document
    const isLost = active === body || active?.closest('dialog:not([open])')
    const target = opener.current.isConnected ? opener.current : document.querySelector('h1')
    if (isLost && target instanceof HTMLElement) target.focus()
    opener.current = null
  }, [key])
}

type PanelProps = {
  itemKey: number | undefined
  frame: Frame | undefined
  idle: ReactNode
  onClose: () => void
}

/** Not modal: the list beside it stays in reach. */
function Panel({ itemKey, frame, idle, onClose }: PanelProps) {
  const titleId = useId()
  const ref = useReadingPlace(itemKey)
  useEscape(frame !== undefined, onClose)
  return (
    <div className={frame || idle ? 'panel' : 'panel panel-empty'}>
      {!frame && idle}
      {/* Opened by its attribute: show() would take the focus to what scrolls, and the page with it. */}
      <dialog ref={ref} open={frame !== undefined} tabIndex={-1} aria-labelledby={titleId} className="card">
        {frame && <SheetContent key={itemKey} titleId={titleId} onClose={onClose} {...frame} />}
      </dialog>
    </div>
  )
}

/** Each new item is read from its title on. */
function useReadingPlace(key: number | undefined) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (key !== undefined) ref.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [key])
  return ref
}

/** Esc closes wherever the focus is, but for what lies over the page. */
function useEscape(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('.sheet[open], .drawer[open]')) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}
