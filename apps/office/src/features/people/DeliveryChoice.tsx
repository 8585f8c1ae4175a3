import { Radio, Stack } from '@mantine/core'

export type Delivery = 'letter' | 'mail'

type DeliveryChoiceProps = { value: Delivery; onChange: (delivery: Delivery) => void; byMail: string }

/** How one-time passwords reach people. */
export const DeliveryChoice = ({ value, onChange, byMail }: DeliveryChoiceProps) => (
  <Radio.Group aria-label="Cómo se entrega" value={value} onChange={(next) => onChange(next as Delivery)}>
    <Stack gap="xs">
      <Radio
        value="letter"
        label="Cartas para imprimir"
        description="Un PDF con una página por persona y el código QR de la dirección."
      />
      <Radio value="mail" label="Correo" description={byMail} />
    </Stack>
  </Radio.Group>
)

export const LETTER_ADVICE =
  'Entregue cada carta en sobre cerrado y en la mano de esa persona. Después destruya el PDF.'
