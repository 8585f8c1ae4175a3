import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../shared/queries.ts'
import { createOfficeRouter } from './router.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

/** The nonce that the server has put into the page: style elements without it are refused (R20). */
const getStyleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** @param env 'test' leaves out transitions, which jsdom has no clock for. */
export function App({ env = 'default' }: { env?: 'default' | 'test' }) {
  const [router] = useState(createOfficeRouter)
  return (
    <MantineProvider
      env={env}
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
    >
      <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1 }}>
        <QueryClientProvider client={queryClient}>
          <ModalsProvider labels={{ confirm: 'Aceptar', cancel: 'Cancelar' }}>
            <RouterProvider router={router} />
            <Notifications position="bottom-right" />
          </ModalsProvider>
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  )
}
