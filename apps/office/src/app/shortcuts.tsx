import { Kbd, Switch, Table } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pages } from './pages.ts'

const ENABLED_KEY = 'office.shortcuts'
/** The id of the search's field. */
export const SEARCH_ID = 'buscar'
const SEQUENCE_MS = 1_500

const isInField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null

/** Opens pages by `G` and a letter, the search by `/`, and the list of shortcuts by `?`, unless somebody is writing. */
export function useShortcuts(shown: typeof pages, params: { schoolId: string }): void {
  const navigate = useNavigate()
  const [isEnabled] = useLocalStorage({ key: ENABLED_KEY, defaultValue: true })
  const sequenceAt = useRef(0)
  useEffect(() => {
    if (!isEnabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target)) return
      const key = event.key.toLowerCase()
      const isSecond = Date.now() - sequenceAt.current < SEQUENCE_MS
      sequenceAt.current = key === 'g' && !isSecond ? Date.now() : 0
      if (key === '?') openShortcuts()
      const search = key === '/' ? document.getElementById(SEARCH_ID) : null
      if (search) {
        event.preventDefault() // the field would get the stroke
        search.focus()
      }
      const page = isSecond ? shown.find(({ letter }) => letter === key) : undefined
      if (page) void navigate({ to: page.to, params })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isEnabled, navigate, params, shown])
}

export const openShortcuts = () => modals.open({ title: 'Atajos de teclado', children: <ShortcutList /> })

function ShortcutList() {
  const [isEnabled, setIsEnabled] = useLocalStorage({ key: ENABLED_KEY, defaultValue: true })
  return (
    <>
      <Switch
        label="Usar atajos de una tecla"
        checked={isEnabled}
        onChange={(event) => setIsEnabled(event.currentTarget.checked)}
        mb="md"
      />
      <Table>
        <Table.Tbody>
          {pages.map(({ letter, name }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">
                <Kbd>G</Kbd> <Kbd>{letter.toUpperCase()}</Kbd>
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td>Buscar a una persona</Table.Td>
            <Table.Td ta="right">
              <Kbd>/</Kbd>
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Td>Esta lista</Table.Td>
            <Table.Td ta="right">
              <Kbd>?</Kbd>
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </>
  )
}
