import type { MeResponse } from '@apoderados/contract/office/staffSession'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { SignIn } from '../features/session/SignIn.tsx'
import { callOffice } from '../shared/api.ts'
import { meQuery, queryClient } from '../shared/queries.ts'
import { lastCallAt, noteSessionEnd, noteSessionStart, useSessionEnded } from '../shared/session.ts'

const MINUTE_MS = 60_000
const WARN_AFTER_MS = 28 * MINUTE_MS
const END_AFTER_MS = 30 * MINUTE_MS
const CHECK_MS = 5_000

/** Warns before the session ends for lack of use; afterwards, the sign-in covers the page, which keeps its drafts. */
export function SessionGuard({ me }: { me: MeResponse }) {
  const isEnded = useSessionEnded()
  const [idleMs, setIdleMs] = useState(0)
  const check = () => {
    const idle = Date.now() - lastCallAt()
    setIdleMs(idle)
    if (idle > END_AFTER_MS || Date.now() > Date.parse(me.session_ends_at)) noteSessionEnd()
  }
  useInterval(check, CHECK_MS, { autoInvoke: true })

  if (isEnded)
    return (
      <Modal
        opened
        fullScreen
        radius={0}
        withCloseButton={false}
        onClose={() => undefined}
        padding={0}
        title=""
      >
        <SignIn
          notice="Su sesión terminó. Lo que escribió sigue en la página."
          onSignedIn={(next) => {
            if (next.id !== me.id) return location.reload() // another person: nothing of the first one stays
            noteSessionStart()
            setIdleMs(0)
            queryClient.setQueryData(meQuery.queryKey, next)
            void queryClient.invalidateQueries()
          }}
        />
      </Modal>
    )
  const stay = () => {
    setIdleMs(0)
    void callOffice('getMe', {}).catch(() => undefined)
  }
  return (
    <Modal opened={idleMs > WARN_AFTER_MS} onClose={stay} title="¿Sigue ahí?">
      <Text>La sesión se cierra en 2 minutos.</Text>
      <Group mt="md" justify="flex-end">
        <Button onClick={stay} data-autofocus>
          Seguir
        </Button>
      </Group>
    </Modal>
  )
}
