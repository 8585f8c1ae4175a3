import type { NewsKind } from '@apoderados/contract/news'
import CalendarFill from '@phosphor-icons/core/assets/fill/calendar-blank-fill.svg?react'
import ClockFill from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import GearFill from '@phosphor-icons/core/assets/fill/gear-six-fill.svg?react'
import HouseFill from '@phosphor-icons/core/assets/fill/house-fill.svg?react'
import NotepadFill from '@phosphor-icons/core/assets/fill/notepad-fill.svg?react'
import SevenFill from '@phosphor-icons/core/assets/fill/number-square-seven-fill.svg?react'
import UserCheckFill from '@phosphor-icons/core/assets/fill/user-check-fill.svg?react'
import UsersFill from '@phosphor-icons/core/assets/fill/users-three-fill.svg?react'
import Calendar from '@phosphor-icons/core/assets/regular/calendar-blank.svg?react'
import Clock from '@phosphor-icons/core/assets/regular/clock.svg?react'
import Gear from '@phosphor-icons/core/assets/regular/gear-six.svg?react'
import House from '@phosphor-icons/core/assets/regular/house.svg?react'
import Notepad from '@phosphor-icons/core/assets/regular/notepad.svg?react'
import Seven from '@phosphor-icons/core/assets/regular/number-square-seven.svg?react'
import UserCheck from '@phosphor-icons/core/assets/regular/user-check.svg?react'
import Users from '@phosphor-icons/core/assets/regular/users-three.svg?react'

type MenuEntry = {
  path: string
  label: string
  Icon: typeof House
  /** The icon while the entry's page is shown. */
  CurrentIcon: typeof House
  /** The entry's name in the bottom bar; undefined if the bar does not have the entry. */
  shortcut?: string
  /** The kinds of news that the page shows. */
  newsKinds?: readonly NewsKind[]
}

/** The menu's entries in the order of spec §2. */
export const menuEntries: MenuEntry[] = [
  { path: '/app/inicio', label: 'Inicio', Icon: House, CurrentIcon: HouseFill, shortcut: 'Inicio' },
  {
    path: '/app/agenda',
    label: 'Agenda',
    Icon: Calendar,
    CurrentIcon: CalendarFill,
    shortcut: 'Agenda',
    newsKinds: ['event', 'document'],
  },
  {
    path: '/app/horario',
    label: 'Horario',
    Icon: Clock,
    CurrentIcon: ClockFill,
    shortcut: 'Horario',
    newsKinds: ['timetable'],
  },
  {
    path: '/app/calificaciones',
    label: 'Calificaciones',
    Icon: Seven,
    CurrentIcon: SevenFill,
    shortcut: 'Notas',
    newsKinds: ['grade'],
  },
  {
    path: '/app/observaciones',
    label: 'Observaciones',
    Icon: Notepad,
    CurrentIcon: NotepadFill,
    newsKinds: ['observation'],
  },
  {
    path: '/app/asistencia',
    label: 'Asistencia',
    Icon: UserCheck,
    CurrentIcon: UserCheckFill,
    newsKinds: ['absence', 'arrear'],
  },
  { path: '/app/companeros', label: 'Compañeros', Icon: Users, CurrentIcon: UsersFill },
  { path: '/app/configuraciones', label: 'Configuraciones', Icon: Gear, CurrentIcon: GearFill },
]
