import { type FocusEvent, useEffect, useId, useRef, useState, useTransition } from 'react'
import { ChangePasswordForm } from '../../features/settings/ChangePasswordForm.tsx'
import { signInPassword } from '../../shared/session/signInPassword.ts'
import { signOut } from '../../shared/session/signOut.ts'
import { SHEET_BODY } from '../../shared/ui/dialogs/SheetContent.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'

/**
 * The dialog that covers the app until the password is changed (spec §4). Neither Esc nor the backdrop nor a swipe
 * closes it, and it has no button `Cerrar`; the parent can only sign out instead.
 */
export function ForcedChange() {
  const titleId = useId()
  const [current] = useState(signInPassword)
  return (
    <dialog
      {...usePropsToStayOpen()}
      tabIndex={-1}
      closedby="none"
      aria-labelledby={titleId}
      className="sheet"
    >
      <div className="sheet-scroll">
        <div className="sheet-head">
          <div className="px-5 pt-6 pb-3">
            <h2 id={titleId} tabIndex={-1} className="font-bold text-h2 leading-tight tracking-title">
              Cambio de Contraseña Requerido
            </h2>
            <p className="mt-2 text-body text-text-2">
              Crea una contraseña que solo tú conozcas para continuar.
            </p>
          </div>
        </div>
        <div className={SHEET_BODY}>
          {/* The dialog is unmounted when the session marks the password as changed. */}
          <ChangePasswordForm
            onChanged={() => undefined}
            current={current}
            currentHelp="La que te entregó el colegio."
          >
            <SignOutButton />
          </ChangePasswordForm>
        </div>
      </div>
    </dialog>
  )
}

function SignOutButton() {
  const [isBusy, startSigningOut] = useTransition()
  return (
    <Button variant="text" busyLabel={isBusy && 'Cerrando sesión'} onClick={() => startSigningOut(signOut)}>
      Cerrar sesión
    </Button>
  )
}

/** Returns the props of a modal dialog that reopens at once if the browser closes it, as after repeated Esc. */
function usePropsToStayOpen() {
  const ref = useRef<HTMLDialogElement>(null)
  const focused = useRef<Element>(null)
  const open = () => {
    const dialog = ref.current
    if (!dialog?.isConnected || dialog.open) return
    dialog.showModal()
    const start = focused.current?.isConnected ? focused.current : dialog.querySelector('h2')
    if (start instanceof HTMLElement) start.focus()
  }
  useEffect(open)
  useEffect(() => () => document.querySelector('h1')?.focus(), []) // a screen reader continues at the page's title
  return {
    ref,
    onCancel: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClose: open,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
  }
}
