import type { OfficeRequestOf, OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Anchor, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import FingerprintIcon from '@phosphor-icons/core/assets/regular/fingerprint.svg?react'
import { startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callOffice } from './api.ts'
import { ErrorNotice } from './ui/notices.tsx'

type ProvingCall = 'proveFactor' | 'confirm'

type Props<N extends ProvingCall> = {
  prove: N
  startPasskey: 'startPasskeySignIn' | 'startPasskeyConfirmation'
  factors: { totp: boolean; passkey: boolean }
  onProved: (response: OfficeResponseOf<N>) => void
  /** Stands at the end of the form, opposite the recovery codes. */
  aside?: ReactNode
}

/** Asks for a proof of the second factor: a passkey, a code, or a recovery code. */
export function FactorForm<N extends ProvingCall>({
  prove,
  startPasskey,
  factors,
  onProved,
  aside,
}: Props<N>) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(!factors.totp && !factors.passkey)
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: (proof: OfficeRequestOf<N>) => callOffice(prove, proof),
    onSuccess: onProved,
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = await callOffice(startPasskey, {})
      const proof = await startAuthentication({ optionsJSON: options as never }).catch(() => {
        throw new Error('No se usó ninguna llave de acceso. Inténtelo otra vez o escriba un código.')
      })
      return sending.mutateAsync({ passkey: proof } as OfficeRequestOf<N>)
    },
  })
  const sendText = () =>
    sending.mutate((usesRecoveryCode ? { recovery_code: text } : { code: text }) as OfficeRequestOf<N>)
  const field = usesRecoveryCode
    ? {
        label: 'Código de respaldo',
        description: 'Uno de los diez que guardó al registrarse. Cada uno sirve una vez.',
      }
    : {
        label: 'Código de 6 cifras',
        description: 'El que muestra su aplicación de códigos. Cambia cada 30 segundos.',
      }
  const showsText = usesRecoveryCode || factors.totp
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sendText()
      }}
    >
      <Stack gap="md">
        {factors.passkey && !usesRecoveryCode && (
          <div>
            <Button
              fullWidth
              size="lg"
              leftSection={<FingerprintIcon />}
              loading={passkey.isPending}
              onClick={() => passkey.mutate()}
            >
              Usar llave de acceso
            </Button>
            <Text size="sm" c="dimmed" mt={6}>
              Con la huella, el rostro o el PIN de este equipo.
            </Text>
          </div>
        )}
        {factors.passkey && factors.totp && !usesRecoveryCode && <Divider label="o" />}
        {showsText && (
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              key={field.label}
              className="grow"
              classNames={{ input: 'code-input' }}
              label={field.label}
              description={field.description}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="one-time-code"
              inputMode={usesRecoveryCode ? 'text' : 'numeric'}
              data-autofocus
              autoFocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Group>
        )}
        <ErrorNotice error={sending.error ?? passkey.error} />
        {showsText && (
          <Button
            type="submit"
            size="lg"
            variant={factors.passkey && !usesRecoveryCode ? 'light' : 'filled'}
            loading={sending.isPending}
            disabled={text.trim() === ''}
          >
            {prove === 'confirm' ? 'Confirmar' : 'Ingresar'}
          </Button>
        )}
        <Group justify="space-between">
          <Anchor
            component="button"
            type="button"
            fw={600}
            onClick={() => {
              setUsesRecoveryCode(!usesRecoveryCode)
              setText('')
              sending.reset()
            }}
          >
            {usesRecoveryCode ? 'Usar mi segundo factor' : 'Usar un código de respaldo'}
          </Anchor>
          {aside}
        </Group>
      </Stack>
    </form>
  )
}
