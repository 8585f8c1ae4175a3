import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDesktop } from '../../device/screen/screen.ts'
import { type Item, itemId } from '../../itemId.ts'
import { Sheet } from '../dialogs/Sheet.tsx'
import { type DialogContent, SheetContent } from '../dialogs/SheetContent.tsx'

type Props<T> = {
  /** The open item, undefined when closed. A new object at each render would cause an endless loop of renders. */
  item: T | undefined
  onClose: () => void
  /** The content of the desktop's panel while no item is open; without it the list has the whole width. */
  idle?: ReactNode
  children: (item: T) => DialogContent
}

/** The detail of one item of a list: a sheet over the page, on a desktop a panel beside the list. */
export function Detail<T extends Item>({ item, onClose, idle, children }: Props<T>) {
  const isDesktop = useDesktop()
  const [last, setLast] = useState(item)
  if (item !== undefined && item !== last) setLast(item) // a sheet keeps its content while it slides away
  const key = item && itemId(item)
  useFocusReturn(key)
  if (isDesktop) return <Panel itemKey={key} frame={item && children(item)} idle={idle} onClose={onClose} />
  const shownItem = item ?? last
  if (shownItem === undefined) return null
  return (
    <Sheet key={itemId(shownItem)} isOpen={item !== undefined} onClose={onClose} {...children(shownItem)} />
  )
}

/** Returns the focus to what opened the item, also if a new width has made the sheet a panel or the panel a sheet. */
function useFocusReturn(key: number | undefined) {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (key !== undefined) opener.current = document.activeElement // before the detail takes the focus in an effect
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
  frame: DialogContent | undefined
  idle: ReactNode
  onClose: () => void
}

/** The detail on a desktop: a dialog that is not modal, so that the list beside it can be used. */
function Panel({ itemKey, frame, idle, onClose }: PanelProps) {
  const titleId = useId()
  const ref = useTitleFocus(itemKey)
  useEscape(frame !== undefined, onClose)
  return (
    <div className={frame || idle ? 'panel' : 'panel panel-empty'}>
      {!frame && idle}
      {/* The attribute opens the dialog: show() would focus the scroll container and scroll the page. */}
      <dialog ref={ref} open={frame !== undefined} tabIndex={-1} aria-labelledby={titleId} className="card">
        {frame && <SheetContent key={itemKey} titleId={titleId} onClose={onClose} {...frame} />}
      </dialog>
    </div>
  )
}

/** Focuses the title of each new item, so that a screen reader starts there. */
function useTitleFocus(key: number | undefined) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (key !== undefined) ref.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [key])
  return ref
}

/** Calls `onClose` on Esc wherever the focus is, unless a modal dialog is open. */
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
