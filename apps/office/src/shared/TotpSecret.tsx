import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Code, Stack, Text, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import type { ReactNode } from 'react'

type Props = {
  totp: OfficeResponseOf<'startTotp'>
  code: string
  onCode: (code: string) => void
  children: ReactNode
}

/** The secret for an app of codes, as a picture and as text, and the field for its first code. */
export const TotpSecret = ({ totp: { uri, secret }, code, onCode, children }: Props) => (
  <Stack gap="md">
    <Text>Escanee este código con su aplicación, o escriba en ella la clave.</Text>
    <QRCodeSVG className="qr" value={uri} size={176} marginSize={4} title="Código QR de la clave" />
    <Code className="secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
    <TextInput
      label="Código de 6 cifras"
      description="El que muestra ahora su aplicación."
      classNames={{ input: 'code-input' }}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoFocus
      value={code}
      onChange={(event) => onCode(event.currentTarget.value)}
    />
    {children}
  </Stack>
)
