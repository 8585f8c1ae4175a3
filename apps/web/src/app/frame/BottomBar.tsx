import ListBold from '@phosphor-icons/core/assets/bold/list-bold.svg?react'
import List from '@phosphor-icons/core/assets/regular/list.svg?react'
import { Link, usePath } from '../../shared/router.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import { menuEntries } from './menu.ts'

const shortcutEntries = menuEntries.filter(({ shortcut }) => shortcut !== undefined)
const otherEntries = menuEntries.filter(({ shortcut }) => shortcut === undefined)

/** At the corner of an item's icon. */
const BADGE =
  'absolute top-1 left-[calc(50%+0.25rem)] min-w-4.5 px-1 text-nav leading-4.5 landscape-phone:static'

const itemClassName = (isCurrent: boolean) =>
  `relative flex min-h-(--bar-h) flex-col items-center justify-center gap-1 px-0.5 py-1.5 text-center text-nav landscape-phone:flex-row landscape-phone:gap-2 landscape-phone:py-0.5 ${
    isCurrent ? 'font-semibold text-accent-text' : 'font-medium text-text-2'
  }`

/** On screens narrower than a desktop's: links to four pages, and the menu's button, marked on its other pages. */
export function BottomBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  const path = usePath()
  const isInMenu = otherEntries.some((entry) => entry.path === path)
  const MenuIcon = isInMenu ? ListBold : List
  return (
    <nav aria-label="Accesos" className="bottom-bar border-line border-t bg-surface lg:hidden">
      {shortcutEntries.map((entry) => {
        const { path: to, shortcut, Icon, CurrentIcon } = entry
        const isCurrent = to === path
        const Shown = isCurrent ? CurrentIcon : Icon
        return (
          <Link
            key={to}
            href={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={itemClassName(isCurrent)}
          >
            <Shown className="size-6" />
            <EntryLabel label={shortcut ?? ''} entries={[entry]} badgeClass={BADGE} />
          </Link>
        )
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        tabIndex={0} // Safari focuses a clicked button only with this; the focus returns to it when the menu closes
        onClick={onMenu}
        className={itemClassName(isInMenu)}
      >
        <MenuIcon className="size-6" />
        <EntryLabel label="Menú" entries={otherEntries} badgeClass={BADGE} />
      </button>
    </nav>
  )
}
