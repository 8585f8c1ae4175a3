import SignOut from '@phosphor-icons/core/assets/regular/sign-out.svg?react'
import Tag from '@phosphor-icons/core/assets/regular/tag.svg?react'
import { useTransition } from 'react'
import { config } from '../../config.ts'
import { signOut } from '../../shared/session/signOut.ts'
import { PageHeading } from '../../shared/ui/PageHeading.tsx'
import { PageNotice } from '../../shared/ui/PageNotice.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

export function SettingsPage() {
  return (
    <div className="page">
      <PageHeading title="Configuraciones" className="mt-2 mb-5" />
      <PageNotice />
      <div className="grid max-w-180 gap-5">
        <ThemeChoice />
        <p className="flex min-h-14 items-center gap-4 card px-4 py-2 text-row">
          <Tag className="size-6 shrink-0 text-text-2" />
          <span className="font-medium">Versión</span>
          <span className="ml-auto text-small text-text-2">{config.appVersion}</span>
        </p>
        <SignOutButton />
      </div>
    </div>
  )
}

function SignOutButton() {
  const [isBusy, startSigningOut] = useTransition()
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && startSigningOut(signOut)}
      className="flex min-h-14 items-center gap-4 card px-4 py-2 font-medium text-negative-text text-row hover:bg-hover"
    >
      {isBusy ? (
        <span className="spinner size-6" aria-hidden="true" />
      ) : (
        <SignOut className="size-6 shrink-0" />
      )}
      Cerrar sesión
    </button>
  )
}
