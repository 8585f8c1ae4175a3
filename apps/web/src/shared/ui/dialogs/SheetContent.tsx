import type { ReactNode, Ref } from 'react'
import { CloseButton } from '../forms/CloseButton.tsx'

export type DialogContent = {
  title: string
  /** Content under the title. */
  subtitle?: ReactNode
  /** Actions at the foot, which does not scroll. */
  footer?: ReactNode
  children: ReactNode
}

export const SHEET_BODY = 'flex flex-[1_0_auto] flex-col px-5 pt-1 pb-[calc(--spacing(6)+var(--safe-bottom))]'

type Props = DialogContent & {
  /** The scroll container. */
  ref?: Ref<HTMLDivElement>
  /** The id of the title, which names the dialog. */
  titleId: string
  onClose: () => void
}

/**
 * What a sheet or a panel shows: title, button `Cerrar`, children and actions. The title, which gets the focus, is in a
 * sticky head inside the scroll container, so that the arrow keys scroll the content.
 */
export function SheetContent({ ref, titleId, title, subtitle, footer, onClose, children }: Props) {
  return (
    <div ref={ref} className="sheet-scroll">
      <div className="sheet-head">
        <div className="sheet-grab" aria-hidden="true" />
        <div className="flex items-start gap-3 px-5 py-3">
          <div className="min-w-0 flex-1 self-center">
            <h2 id={titleId} tabIndex={-1} className="font-bold text-h2 leading-tight tracking-title">
              {title}
            </h2>
            {subtitle && <p className="mt-1 text-small text-text-2">{subtitle}</p>}
          </div>
          <CloseButton className="-mr-2" onClose={onClose} />
        </div>
      </div>
      <div className={SHEET_BODY}>{children}</div>
      {footer && (
        <div className="sheet-foot low:static grid gap-2.5 border-line border-t px-5 pt-3 pb-[calc(--spacing(5)+var(--safe-bottom))] empty:hidden">
          {footer}
        </div>
      )}
    </div>
  )
}
