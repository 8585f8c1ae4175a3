import { roleNames } from '@apoderados/contract/office/roles'
import { ActionIcon, Menu, Text, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import CaretIcon from '@phosphor-icons/core/assets/regular/caret-down.svg?react'
import ThemeIcon from '@phosphor-icons/core/assets/regular/circle-half.svg?react'
import KeyboardIcon from '@phosphor-icons/core/assets/regular/keyboard.svg?react'
import SignOutIcon from '@phosphor-icons/core/assets/regular/sign-out.svg?react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { PersonSearch } from '../features/people/PersonSearch.tsx'
import { meQuery, queryClient, useOfficeMutation } from '../shared/queries.ts'
import { type School, SchoolContext } from '../shared/school.ts'
import { Avatar } from '../shared/ui/Avatar.tsx'
import { Logo } from '../shared/ui/Logo.tsx'
import { PageMessage, Pending } from '../shared/ui/notices.tsx'
import { pages, pagesOf } from './pages.ts'
import { SessionGuard } from './SessionGuard.tsx'
import { openShortcuts, SEARCH_ID, useShortcuts } from './shortcuts.tsx'

/** The menu and the top bar around a page of one school. */
export function Layout() {
  const { data: me } = useSuspenseQuery(meQuery)
  const { pathname } = useLocation()
  const [, , schoolId, pageName] = pathname.split('/')
  const school = me.schools.find(({ id }) => String(id) === schoolId)
  if (!school) return <PageMessage title="No trabaja en ese colegio">Revise la dirección.</PageMessage>
  const page = pages.find(({ to }) => to.endsWith(`/${pageName}`))
  const isAllowed = !page || school.permissions.includes(page.permission)
  return (
    <SchoolContext value={school}>
      <a className="skip-link" href="#contenido">
        Ir al contenido
      </a>
      <div className="layout">
        <SideMenu school={school} name={me.name} />
        <div className="layout-main">
          <TopBar school={school} schools={me.schools} />
          <main id="contenido" tabIndex={-1}>
            <Suspense fallback={<Pending />}>
              {isAllowed ? (
                <Outlet key={school.id} />
              ) : (
                <PageMessage title="Su rol no incluye esta página." />
              )}
            </Suspense>
          </main>
        </div>
      </div>
      <PageTitle name={page?.name} />
      <SessionGuard me={me} />
    </SchoolContext>
  )
}

function PageTitle({ name }: { name: string | undefined }) {
  useEffect(() => {
    document.title = name ? `${name} · Apoderados Colegio` : 'Apoderados · Colegio'
  }, [name])
  return null
}

function SideMenu({ school, name }: { school: School; name: string }) {
  const { pathname } = useLocation()
  const shown = pagesOf(school)
  const params = { schoolId: String(school.id) }
  useShortcuts(shown, params)
  const navigate = useNavigate()
  const signOut = useOfficeMutation('signOut', {
    onSuccess() {
      queryClient.clear()
      void navigate({ to: '/ingreso', search: {} })
    },
  })
  return (
    <aside className="side">
      <p className="side-brand">
        <Logo />
        <span className="side-text">
          <strong>Apoderados</strong>
          <br />
          Colegio
        </span>
      </p>
      <nav aria-label="Secciones">
        <ul>
          {shown.map(({ to, name: label, Icon, CurrentIcon }) => {
            const isCurrent = pathname.split('/')[3] === to.slice(to.lastIndexOf('/') + 1)
            return (
              <li key={to}>
                <Tooltip label={label} position="right" classNames={{ tooltip: 'rail-tooltip' }}>
                  <Link to={to} params={params} className="side-link" aria-label={label}>
                    {isCurrent ? <CurrentIcon /> : <Icon />}
                    <span className="side-text">{label}</span>
                  </Link>
                </Tooltip>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="side-foot">
        <Link to="/colegios/$schoolId/cuenta" params={params} className="side-person" title="Mi cuenta">
          <Avatar name={name} />
          <span className="side-text">
            <strong>{name}</strong>
            <br />
            {roleNames[school.role]}
          </span>
        </Link>
        <Tooltip label="Cerrar sesión">
          <ActionIcon
            variant="subtle"
            color="gray"
            className="icon-button"
            aria-label="Cerrar sesión"
            loading={signOut.isPending}
            onClick={() => signOut.mutate({})}
          >
            <SignOutIcon />
          </ActionIcon>
        </Tooltip>
      </div>
    </aside>
  )
}

function TopBar({ school, schools }: { school: School; schools: School[] }) {
  const { setColorScheme } = useMantineColorScheme()
  const title = (
    <>
      <strong>{school.name}</strong> <Text span c="dimmed" size="sm">{`RBD ${school.rbd}`}</Text>
    </>
  )
  return (
    <section className="top" aria-label="Colegio">
      {schools.length > 1 ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <UnstyledButton className="school-button">
              {title} <CaretIcon />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {schools.map(({ id, name, role }) => (
              <Menu.Item
                key={id}
                component={Link}
                {...({ to: '/colegios/$schoolId/hoy', params: { schoolId: String(id) } } as object)}
              >
                {name} · {roleNames[role]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <p className="school-name">{title}</p>
      )}
      <span className="grow" />
      {school.permissions.includes('people.read') && <PersonSearch key={school.id} fieldId={SEARCH_ID} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" className="icon-button" aria-label="Apariencia" title="Apariencia">
            <ThemeIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setColorScheme('auto')}>Como el sistema</Menu.Item>
          <Menu.Item onClick={() => setColorScheme('light')}>Claro</Menu.Item>
          <Menu.Item onClick={() => setColorScheme('dark')}>Oscuro</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="subtle"
        className="icon-button"
        aria-label="Atajos de teclado"
        title="Atajos de teclado"
        onClick={openShortcuts}
      >
        <KeyboardIcon />
      </ActionIcon>
    </section>
  )
}
