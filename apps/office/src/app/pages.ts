import type { Permission } from '@apoderados/contract/office/roles'
import DocumentsFillIcon from '@phosphor-icons/core/assets/fill/certificate-fill.svg?react'
import ExcusesFillIcon from '@phosphor-icons/core/assets/fill/clipboard-text-fill.svg?react'
import GearFillIcon from '@phosphor-icons/core/assets/fill/gear-six-fill.svg?react'
import RegisterFillIcon from '@phosphor-icons/core/assets/fill/list-magnifying-glass-fill.svg?react'
import NoticesFillIcon from '@phosphor-icons/core/assets/fill/megaphone-simple-fill.svg?react'
import RequestsFillIcon from '@phosphor-icons/core/assets/fill/shield-check-fill.svg?react'
import TodayFillIcon from '@phosphor-icons/core/assets/fill/sun-horizon-fill.svg?react'
import LoadsFillIcon from '@phosphor-icons/core/assets/fill/upload-simple-fill.svg?react'
import PeopleFillIcon from '@phosphor-icons/core/assets/fill/users-three-fill.svg?react'
import DocumentsIcon from '@phosphor-icons/core/assets/regular/certificate.svg?react'
import ExcusesIcon from '@phosphor-icons/core/assets/regular/clipboard-text.svg?react'
import GearIcon from '@phosphor-icons/core/assets/regular/gear-six.svg?react'
import RegisterIcon from '@phosphor-icons/core/assets/regular/list-magnifying-glass.svg?react'
import NoticesIcon from '@phosphor-icons/core/assets/regular/megaphone-simple.svg?react'
import RequestsIcon from '@phosphor-icons/core/assets/regular/shield-check.svg?react'
import TodayIcon from '@phosphor-icons/core/assets/regular/sun-horizon.svg?react'
import LoadsIcon from '@phosphor-icons/core/assets/regular/upload-simple.svg?react'
import PeopleIcon from '@phosphor-icons/core/assets/regular/users-three.svg?react'
import type { ComponentType } from 'react'
import type { School } from '../shared/school.ts'

type Page = {
  /** The route below that of the school. */
  to: `/colegios/$schoolId/${'hoy' | 'carga' | 'personas' | 'justificaciones' | 'comunicados' | 'solicitudes' | 'documentos' | 'registro' | 'ajustes'}`
  name: string
  /** The letter that opens the page after `G`. */
  letter: string
  permission: Permission
  Icon: ComponentType
  CurrentIcon: ComponentType
}

/** The pages of the menu, in its order. */
export const pages: Page[] = [
  {
    to: '/colegios/$schoolId/hoy',
    name: 'Hoy',
    letter: 'h',
    permission: 'today.read',
    Icon: TodayIcon,
    CurrentIcon: TodayFillIcon,
  },
  {
    to: '/colegios/$schoolId/carga',
    name: 'Carga de datos',
    letter: 'c',
    permission: 'loads.run',
    Icon: LoadsIcon,
    CurrentIcon: LoadsFillIcon,
  },
  {
    to: '/colegios/$schoolId/personas',
    name: 'Personas',
    letter: 'p',
    permission: 'people.read',
    Icon: PeopleIcon,
    CurrentIcon: PeopleFillIcon,
  },
  {
    to: '/colegios/$schoolId/justificaciones',
    name: 'Justificaciones',
    letter: 'j',
    permission: 'excuses.state',
    Icon: ExcusesIcon,
    CurrentIcon: ExcusesFillIcon,
  },
  {
    to: '/colegios/$schoolId/comunicados',
    name: 'Comunicados',
    letter: 'm',
    permission: 'messages.send_courses',
    Icon: NoticesIcon,
    CurrentIcon: NoticesFillIcon,
  },
  {
    to: '/colegios/$schoolId/solicitudes',
    name: 'Solicitudes',
    letter: 's',
    permission: 'requests.state',
    Icon: RequestsIcon,
    CurrentIcon: RequestsFillIcon,
  },
  {
    to: '/colegios/$schoolId/documentos',
    name: 'Documentos',
    letter: 'd',
    permission: 'documents.issue',
    Icon: DocumentsIcon,
    CurrentIcon: DocumentsFillIcon,
  },
  {
    to: '/colegios/$schoolId/registro',
    name: 'Registro',
    letter: 'r',
    permission: 'register.own',
    Icon: RegisterIcon,
    CurrentIcon: RegisterFillIcon,
  },
  {
    to: '/colegios/$schoolId/ajustes',
    name: 'Ajustes',
    letter: 'a',
    permission: 'settings.calendar',
    Icon: GearIcon,
    CurrentIcon: GearFillIcon,
  },
]

export const pagesOf = (school: School) =>
  pages.filter(({ permission }) => school.permissions.includes(permission))
