import type { Profile } from '@apoderados/contract/profile'
import BellRinging from '@phosphor-icons/core/assets/regular/bell-ringing.svg?react'
import DeviceMobile from '@phosphor-icons/core/assets/regular/device-mobile.svg?react'
import FileText from '@phosphor-icons/core/assets/regular/file-text.svg?react'
import Info from '@phosphor-icons/core/assets/regular/info.svg?react'
import Key from '@phosphor-icons/core/assets/regular/key.svg?react'
import Moon from '@phosphor-icons/core/assets/regular/moon.svg?react'
import Question from '@phosphor-icons/core/assets/regular/question.svg?react'
import ShieldCheck from '@phosphor-icons/core/assets/regular/shield-check.svg?react'
import SignOut from '@phosphor-icons/core/assets/regular/sign-out.svg?react'
import Sun from '@phosphor-icons/core/assets/regular/sun.svg?react'
import Tag from '@phosphor-icons/core/assets/regular/tag.svg?react'
import User from '@phosphor-icons/core/assets/regular/user.svg?react'
import { type ComponentType, type SVGProps, useEffect, useState, useTransition } from 'react'
import { config } from '../../config.ts'
import { isNative } from '../../shared/device/native.ts'
import { usePushPermission } from '../../shared/device/push/usePushPermission.ts'
import { openDialog } from '../../shared/dialogEntry.ts'
import { getExcuseQueue } from '../../shared/excuses/excuseQueue.ts'
import { signOut } from '../../shared/session/signOut.ts'
import { dispatch, useSession } from '../../shared/session/store.ts'
import { themeLabels } from '../../shared/text/labels.ts'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { PageNotice } from '../../shared/ui/notices/PageNotice.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { type SettingsEntry, SettingsSheets } from './SettingsSheets.tsx'

/** Without its code, as without a connection, there is no row. */
const PrivacyRow = lazyComponent(
  () => import('./privacy/PrivacyRow.tsx').then((m) => m.PrivacyRow),
  () => null,
)

const ICON = 'my-2 size-6 shrink-0 large-text:size-7 self-center text-text-2'

/** Without its code, as without a connection, the page shows no devices. */
const DevicesRow = lazyComponent<{ iconClass: string }>(
  () => import('./devices/DevicesRow.tsx').then((m) => m.DevicesRow),
  () => null,
)

/** spec §2, configuraciones: each entry opens a dialog whose title is the entry's name. */
export function SettingsPage() {
  const { profile } = useSession()
  const permission = usePushPermission()?.permission
  const notificationState = permission && (permission === 'granted' ? 'Activadas' : 'Desactivadas')
  const canBeNotified = !isNative() || (permission && permission !== 'none') // a phone may lack a push service
  const row = (entry: SettingsEntry, Icon: ComponentType<SVGProps<SVGSVGElement>>, state?: string) => (
    <ListRow
      title={entry}
      start={<Icon className={ICON} />}
      end={state && <span className="text-small text-text-2">{state}</span>}
      isChosen={false}
      onOpen={() => openDialog(entry)}
    />
  )
  return (
    <div className="page">
      <PageHeading title="Configuraciones" className="mt-2 mb-5" />
      <PageNotice />
      <div className="grid items-start gap-5 @min-[64rem]/app:grid-cols-2 @min-[64rem]/app:gap-6">
        <div className="grid gap-5">
          {profile && <ParentCard profile={profile} />}
          <ul className="card">
            {row('Mi cuenta', User)}
            {row('Cambiar contraseña', Key)}
            {canBeNotified && row('Notificaciones', BellRinging, notificationState)}
            <DevicesRow iconClass={ICON} />
            <PrivacyRow iconClass={ICON} />
          </ul>
          <ThemeChoice />
        </div>
        <div className="grid gap-5">
          <ul className="card">
            {row('Ayuda y contacto', Question)}
            {row('Acerca de', Info)}
            {row('Términos de uso', FileText)}
            {row('Política de datos', ShieldCheck)}
            <VersionRow />
          </ul>
          <SignOutButton />
        </div>
      </div>
      <SettingsSheets />
    </div>
  )
}

/** The app's version; on a phone that of the installed app with its build number: '1.0.16 (10016)'. */
function VersionRow() {
  const [version, setVersion] = useState<string>(config.appVersion)
  useEffect(() => {
    if (!isNative()) return
    const installed = import('../../shared/device/version.native.ts').then((phone) => phone.appVersion())
    installed.then(setVersion, () => undefined)
  }, [])
  return (
    <li>
      <div className="row hover:bg-transparent">
        <Tag className={ICON} />
        <span className="row-body pr-4">
          <span className="font-medium text-row">Versión</span>
          <span className="ml-auto text-small text-text-2">{version}</span>
        </span>
      </div>
    </li>
  )
}

/** Asks before a sign-out that loses justifications that the server does not have yet. */
function SignOutButton() {
  const [isBusy, startSigningOut] = useTransition()
  const [waiting, setWaiting] = useState(0)
  const queue = waiting === 1 ? '1 justificación sin enviar' : `${waiting} justificaciones sin enviar`
  const end = () => {
    setWaiting(0)
    startSigningOut(signOut)
  }
  const ask = () => {
    const count = getExcuseQueue().length
    if (count > 0) setWaiting(count)
    else end()
  }
  return (
    <>
      <button
        type="button"
        aria-busy={isBusy || undefined}
        onClick={() => !isBusy && ask()}
        className="flex min-h-14 items-center gap-4 card px-4 py-2 font-medium text-negative-text text-row hover:bg-hover"
      >
        {isBusy ? (
          <span className="spinner size-6" aria-hidden="true" />
        ) : (
          <SignOut className="size-6 shrink-0" />
        )}
        <span>Cerrar sesión</span>
      </button>
      <Sheet
        title="Cerrar sesión"
        isOpen={waiting > 0}
        onClose={() => setWaiting(0)}
        footer={
          <>
            <Button onClick={end}>Cerrar sesión</Button>
            <Button variant="text" onClick={() => setWaiting(0)}>
              Volver
            </Button>
          </>
        }
      >
        <p>
          Tienes {queue}. Si cierras sesión, se {waiting === 1 ? 'pierde' : 'pierden'}.
        </p>
      </Sheet>
    </>
  )
}

/** Shows the signed-in parent's photo, name, permission and e-mail. */
function ParentCard({ profile }: { profile: Profile }) {
  const avatarName = `${firstName(profile.name)} ${profile.last_name}`
  return (
    <div className="flex flex-wrap items-center gap-4 card p-4">
      <Avatar id={profile.id} name={avatarName} photo={profile.profile_image} size="large" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold text-row">{fullName(profile)}</p>
        {profile.permission && <p className="text-small text-text-2">{profile.permission}</p>}
        <p className="text-small text-text-2">{profile.email}</p>
      </div>
    </div>
  )
}

const themeOptions = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: DeviceMobile },
] as const

/** Lets the parent choose the theme (spec §4): light, dark or the device's preference, which is also the default. */
function ThemeChoice() {
  const { theme: chosen } = useSession()
  return (
    <fieldset>
      <legend className="mb-2.5 px-1 font-semibold text-row">Tema</legend>
      <div className="segments">
        {themeOptions.map(({ theme, Icon }) => (
          <label key={theme} className="segment">
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === (chosen ?? 'system')}
              onChange={() => dispatch({ type: 'themeChosen', theme })}
              className="sr-only"
            />
            <Icon className="size-5 shrink-0" />
            <span>{themeLabels[theme]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
