import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { NewStaffPassword } from '@apoderados/contract/office/staffSession'
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import CodesIcon from '@phosphor-icons/core/assets/regular/device-mobile.svg?react'
import PasskeyIcon from '@phosphor-icons/core/assets/regular/fingerprint.svg?react'
import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callConfirmed, meQuery, officeQuery, queryClient, useOfficeMutation } from '../../shared/queries.ts'
import { RECOVERY_CODES_TITLE, RecoveryCodes } from '../../shared/RecoveryCodes.tsx'
import { TotpSecret } from '../../shared/TotpSecret.tsx'
import { whenText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'

/** The person's own password, second factors and recovery codes. */
export function AccountPage() {
  const { data: me } = useQuery(meQuery)
  return (
    <Page title="Mi cuenta" line={me?.email}>
      <div className="columns even">
        <div>
          <FactorsCard />
        </div>
        <div>
          <PasswordCard />
        </div>
      </div>
    </Page>
  )
}

function FactorsCard() {
  const factors = useQuery(officeQuery('listFactors', {}))
  const [codes, setCodes] = useState<string[]>()
  const [isAddingTotp, setIsAddingTotp] = useState(false)
  const addPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await callConfirmed('startPasskey', {})
      const made = await startRegistration({ optionsJSON: options as never }).catch(() => {
        throw new Error('No se registró ninguna llave de acceso. Inténtelo otra vez.')
      })
      return callConfirmed('addPasskey', { name: 'Llave de acceso', passkey: { ...made } })
    },
    onSuccess({ message }) {
      showToast(message)
      void queryClient.invalidateQueries({ queryKey: ['listFactors'] })
    },
  })
  const replaceCodes = useOfficeMutation('replaceRecoveryCodes', {
    changes: ['listFactors'],
    onSuccess: (response) => setCodes(response.codes),
  })
  return (
    <Card title="Segundo factor">
      <QueryContent query={factors}>
        {({ factors: list, recovery_codes_left }) => (
          <>
            <ul className="rows">
              {list.map((factor) => (
                <FactorRow key={factor.id} factor={factor} isOnly={list.length === 1} />
              ))}
              <li className="row">
                <span className="grow">
                  <strong>Códigos de respaldo</strong>
                  <br />
                  <Text span size="sm" c="dimmed">
                    Quedan {recovery_codes_left} de 10
                  </Text>
                </span>
                <Button
                  variant="light"
                  loading={replaceCodes.isPending}
                  onClick={() => replaceCodes.mutate({})}
                >
                  Pedir otros
                </Button>
              </li>
            </ul>
            <Stack gap="sm" p="md">
              <ErrorNotice error={addPasskey.error ?? replaceCodes.error} />
              <Group>
                <Button variant="light" loading={addPasskey.isPending} onClick={() => addPasskey.mutate()}>
                  Agregar una llave de acceso
                </Button>
                {!list.some(({ kind }) => kind === 'totp') && (
                  <Button variant="subtle" onClick={() => setIsAddingTotp(true)}>
                    Agregar una aplicación de códigos
                  </Button>
                )}
              </Group>
            </Stack>
          </>
        )}
      </QueryContent>
      {isAddingTotp && <TotpDialog onClose={() => setIsAddingTotp(false)} />}
      <Modal
        opened={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title={RECOVERY_CODES_TITLE}
        closeOnClickOutside={false}
      >
        <RecoveryCodes codes={codes ?? []} onDone={() => setCodes(undefined)} />
      </Modal>
    </Card>
  )
}

type Factor = OfficeResponseOf<'listFactors'>['factors'][number]

function FactorRow({ factor, isOnly }: { factor: Factor; isOnly: boolean }) {
  const remove = useOfficeMutation('removeFactor', {
    changes: ['listFactors'],
    onSuccess: ({ message }) => showToast(message),
  })
  const { id, name, kind, last_used_at } = factor
  return (
    <>
      <li className="row">
        {kind === 'totp' ? <CodesIcon /> : <PasskeyIcon />}
        <span className="grow">
          <strong>{name}</strong>
          <br />
          <Text span size="sm" c="dimmed">
            {last_used_at ? `Se usó ${whenText(last_used_at)}` : 'Aún no se usa'}
          </Text>
        </span>
        {!isOnly && (
          <Button
            variant="subtle"
            aria-label={`Quitar ${name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id })}
          >
            Quitar
          </Button>
        )}
      </li>
      {remove.error && (
        <li className="row">
          <ErrorNotice error={remove.error} />
        </li>
      )}
    </>
  )
}

function TotpDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const start = useQuery({
    queryKey: ['startTotp'],
    queryFn: () => callConfirmed('startTotp', {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const add = useOfficeMutation('addTotp', {
    changes: ['listFactors'],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Agregar una aplicación de códigos">
      <QueryContent query={start}>
        {(totp) => (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              add.mutate({ name: 'Aplicación de códigos', code })
            }}
          >
            <TotpSecret totp={totp} code={code} onCode={setCode}>
              <ErrorNotice error={add.error} />
              <Button type="submit" loading={add.isPending} disabled={code.trim() === ''}>
                Agregar
              </Button>
            </TotpSecret>
          </form>
        )}
      </QueryContent>
    </Modal>
  )
}

function PasswordCard() {
  const { data: me } = useQuery(meQuery)
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value === '' ? 'Escriba su contraseña actual' : null),
      new_password: (value) => z.safeParse(NewStaffPassword, value).error?.issues[0]?.message ?? null,
    },
  })
  const change = useOfficeMutation('changeStaffPassword', {
    onSuccess({ message }) {
      showToast(message)
      form.reset()
    },
  })
  const toggle = { 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }
  return (
    <Card title="Contraseña">
      <form className="card-body" noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="md">
          {/* A password manager stores the password under this name. */}
          <input hidden readOnly autoComplete="username" value={me?.email ?? ''} />
          <PasswordInput
            label="Contraseña actual"
            autoComplete="current-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="Contraseña nueva"
            description="Al menos 12 caracteres. Sus otras sesiones se cierran."
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('new_password')}
          />
          <ErrorNotice error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Cambiar la contraseña
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
