import type { Profile } from '@apoderados/contract/profile'
import { closeDialog } from '../../shared/dialogEntry.ts'
import { Link, navigate, usePath } from '../../shared/router.tsx'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { CloseButton } from '../../shared/ui/forms/CloseButton.tsx'
import { Logo } from '../../shared/ui/page/Logo.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import { menuEntries } from './menu.ts'

type Props = {
  profile: Profile
  /** Closes the drawer; undefined for the fixed menu. */
  onClose?: () => void
}

/** The main menu: fixed at the side on a desktop, in a drawer on a narrower screen. */
export function SideMenu({ profile, onClose }: Props) {
  const isRoomy = onClose !== undefined // taller rows for touch
  const path = usePath()
  const name = fullName(profile)
  return (
    <nav aria-label="Menú principal" className="flex min-h-full flex-col px-3 pb-4">
      <div className={`flex flex-wrap items-center gap-x-3 px-2.5 ${isRoomy ? 'min-h-20' : 'min-h-18'}`}>
        <Logo className="size-8" />
        <p className="flex-1 font-bold text-h3 tracking-title">Apoderados</p>
        {onClose && (
          <div className="ml-auto">
            <CloseButton onClose={onClose} />
          </div>
        )}
      </div>
      <ul className="grid gap-0.5">
        {menuEntries.map((entry) => {
          const { path: to, label, Icon, CurrentIcon } = entry
          const isCurrent = to === path
          const Shown = isCurrent ? CurrentIcon : Icon
          return (
            <li key={to}>
              <Link
                href={to}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={(event) => {
                  if (!isCurrent || !onClose) return // the navigation closes the drawer
                  event.preventDefault()
                  closeDialog(() => navigate(to, { replace: true }))
                }}
                className={`flex items-center gap-3.5 rounded-sm px-3 py-1.5 text-body ${
                  isRoomy ? 'min-h-13 font-medium' : 'min-h-11'
                } ${isCurrent ? 'bg-accent-soft font-semibold text-accent-text' : `hover:bg-hover ${isRoomy ? '' : 'text-text-2'}`}`}
              >
                <Shown className="size-5.5 shrink-0" />
                <span className="relative flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
                  <EntryLabel
                    label={label}
                    entries={[entry]}
                    badgeClass="min-w-6 px-1.75 text-label leading-6"
                  />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <div className="mt-auto pt-4">
        <div className="flex items-center gap-3 border-line border-t px-2.5 pt-4">
          <Avatar
            id={profile.id}
            name={`${firstName(profile.name)} ${profile.last_name}`}
            photo={profile.profile_image}
          />
          <div className="min-w-0">
            <p className="font-semibold text-small">{name}</p>
            {profile.permission && <p className="text-caption text-text-2">{profile.permission}</p>}
          </div>
        </div>
      </div>
    </nav>
  )
}
