import { NewStaffPassword } from '@apoderados/contract/office/staffSession'
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import FingerprintIcon from '@phosphor-icons/core/assets/regular/fingerprint.svg?react'
import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callOffice } from '../../shared/api.ts'
import { officeQuery } from '../../shared/queries.ts'
import { RECOVERY_CODES_TITLE, RecoveryCodes } from '../../shared/RecoveryCodes.tsx'
import { TotpSecret } from '../../shared/TotpSecret.tsx'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Steps } from '../../shared/ui/Steps.tsx'
import { SessionFrame } from './SessionFrame.tsx'

const STEPS = ['Contraseña', 'Segundo factor', 'Códigos de respaldo']
const TOTP_NAME = 'Aplicación de códigos'
const PASSKEY_NAME = 'Llave de acceso'

type Proof = { code: string } | { passkey: Record<string, unknown> }

/** The page of an invitation's link, whose secret is the fragment of the address. */
export function EnrolPage() {
  const [invitation] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState<string>()
  const navigate = useNavigate()
  const invited = useQuery(officeQuery('getEnrolment', { invitation }))
  const enrol = useMutation({
    mutationFn: (proof: Proof) =>
      callOffice('enrol', {
        invitation,
        password: password ?? '',
        factor_name: 'code' in proof ? TOTP_NAME : PASSKEY_NAME,
        ...proof,
      }),
  })
  const current = enrol.data ? 2 : password === undefined ? 0 : 1
  return (
    <SessionFrame>
      <QueryContent query={invited}>
        {({ name, email, schools }) => (
          <>
            <Steps names={STEPS} current={current} />
            {enrol.data ? (
              <>
                <Title order={1}>{RECOVERY_CODES_TITLE}</Title>
                <RecoveryCodes codes={enrol.data.codes} onDone={() => void navigate({ to: '/' })} />
              </>
            ) : password === undefined ? (
              <PasswordStep
                greeting={`${name} · ${schools.join(', ')}`}
                email={email}
                onChosen={setPassword}
              />
            ) : (
              <FactorStep
                invitation={invitation}
                error={enrol.error}
                isSending={enrol.isPending}
                onProof={(proof) => enrol.mutate(proof)}
                onBack={() => setPassword(undefined)}
              />
            )}
          </>
        )}
      </QueryContent>
    </SessionFrame>
  )
}

type PasswordStepProps = { greeting: string; email: string; onChosen: (password: string) => void }

function PasswordStep({ greeting, email, onChosen }: PasswordStepProps) {
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (value) => z.safeParse(NewStaffPassword, value).error?.issues[0]?.message ?? null,
      repeated: (value, { password }) => (value === password ? null : 'Las dos contraseñas no son iguales'),
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => onChosen(password))}>
      <Stack gap="md">
        <div>
          <Title order={1}>Elija su contraseña</Title>
          <Text c="dimmed">{greeting}</Text>
        </div>
        {/* A password manager stores the password under this name. */}
        <TextInput label="Correo electrónico" value={email} readOnly autoComplete="username" />
        <PasswordInput
          label="Contraseña"
          description="Al menos 12 caracteres. Una frase es fácil de recordar."
          autoComplete="new-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Repita la contraseña"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
          {...form.getInputProps('repeated')}
        />
        <Button type="submit" size="lg">
          Continuar
        </Button>
      </Stack>
    </form>
  )
}

type FactorStepProps = {
  invitation: string
  error: Error | null
  isSending: boolean
  onProof: (proof: Proof) => void
  onBack: () => void
}

function FactorStep({ invitation, error, isSending, onProof, onBack }: FactorStepProps) {
  const [code, setCode] = useState('')
  const totp = useMutation({ mutationFn: () => callOffice('startEnrolmentTotp', { invitation }) })
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = await callOffice('startEnrolmentPasskey', { invitation })
      const made = await startRegistration({ optionsJSON: options as never }).catch(() => {
        throw new Error(
          'No se registró ninguna llave de acceso. Inténtelo otra vez o use una aplicación de códigos.',
        )
      })
      onProof({ passkey: made as unknown as Record<string, unknown> })
    },
  })
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Agregue un segundo factor</Title>
        <Text c="dimmed">Además de la contraseña, este sitio pide siempre algo que solo usted tiene.</Text>
      </div>
      {totp.data ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onProof({ code })
          }}
        >
          <TotpSecret totp={totp.data} code={code} onCode={setCode}>
            <ErrorNotice error={error} />
            <Button type="submit" size="lg" loading={isSending} disabled={code.trim() === ''}>
              Registrar
            </Button>
          </TotpSecret>
        </form>
      ) : (
        <>
          <Button
            size="lg"
            leftSection={<FingerprintIcon />}
            loading={passkey.isPending || isSending}
            onClick={() => passkey.mutate()}
          >
            Registre una llave de acceso
          </Button>
          <Text size="sm" c="dimmed">
            Con la huella, el rostro o el PIN de este equipo.
          </Text>
          <Button size="lg" variant="light" loading={totp.isPending} onClick={() => totp.mutate()}>
            Usar una aplicación de códigos
          </Button>
          <ErrorNotice error={error ?? passkey.error ?? totp.error} />
        </>
      )}
      <Group>
        <Button variant="subtle" onClick={onBack}>
          Volver
        </Button>
      </Group>
    </Stack>
  )
}
