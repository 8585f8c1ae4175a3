import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { type MeResponse, StaffSignInRequest } from '@apoderados/contract/office/staffSession'
import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOffice } from '../../shared/api.ts'
import { FactorForm } from '../../shared/FactorForm.tsx'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { Steps } from '../../shared/ui/Steps.tsx'
import { SessionFrame } from './SessionFrame.tsx'

const STEPS = ['Contraseña', 'Segundo factor']

type Props = {
  /** Why the form is shown over a page. */
  notice?: string
  onSignedIn: (me: MeResponse) => void
}

/** Both steps of the sign-in: the password, then the second factor. */
export function SignIn({ notice, onSignedIn }: Props) {
  const [factors, setFactors] = useState<OfficeResponseOf<'signIn'>['factors']>()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(StaffSignInRequest, { sync: true }),
    validateInputOnBlur: false,
  })
  const signIn = useMutation({
    mutationFn: () => callOffice('signIn', form.values),
    onSuccess: (response) => setFactors(response.factors),
  })
  const goBack = () => {
    setFactors(undefined)
    form.setFieldValue('password', '')
    signIn.reset()
  }
  return (
    <SessionFrame>
      <Steps names={STEPS} current={factors ? 1 : 0} />
      {factors ? (
        <Stack gap="lg">
          <div>
            <Title order={1}>Confirme que es usted</Title>
            <Text c="dimmed">{form.values.email}</Text>
          </div>
          <FactorForm
            prove="proveFactor"
            startPasskey="startPasskeySignIn"
            factors={factors}
            onProved={onSignedIn}
            aside={
              <Anchor component="button" type="button" fw={600} onClick={goBack}>
                Volver
              </Anchor>
            }
          />
        </Stack>
      ) : (
        <form noValidate onSubmit={form.onSubmit(() => signIn.mutate())}>
          <Stack gap="md">
            <div>
              <Title order={1}>Ingrese con su cuenta</Title>
              <Text c="dimmed">{notice ?? 'La cuenta que el colegio le dio para este sitio.'}</Text>
            </div>
            <TextInput
              label="Correo electrónico"
              type="email"
              autoComplete="username"
              autoFocus
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Contraseña"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
            <ErrorNotice error={signIn.error} />
            <Button type="submit" size="lg" fullWidth loading={signIn.isPending}>
              Continuar
            </Button>
          </Stack>
        </form>
      )}
      <Text size="sm" c="dimmed" className="session-foot">
        La sesión dura 12 horas y se cierra tras 30 minutos sin uso. Este sitio es solo para el personal. Si
        es apoderado, vaya a la aplicación de las familias.
      </Text>
    </SessionFrame>
  )
}
