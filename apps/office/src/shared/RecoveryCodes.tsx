import { Button, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'

export const RECOVERY_CODES_TITLE = 'Guarde estos 10 códigos de respaldo'

/** Shows the recovery codes, which the server never shows again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isKept, setIsKept] = useState(false)
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Cada uno reemplaza una vez a su segundo factor, si lo pierde. No se muestran de nuevo: imprímalos o
        anótelos y guárdelos fuera de este equipo.
      </Text>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button variant="light" onClick={() => print()}>
          Imprimir
        </Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? 'Copiados' : 'Copiar'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Checkbox
        label="Ya los guardé"
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
      />
      <Button size="lg" disabled={!isKept} onClick={onDone}>
        Continuar
      </Button>
    </Stack>
  )
}
