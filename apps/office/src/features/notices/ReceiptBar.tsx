import { Progress } from '@mantine/core'

type Props = { received: number; families: number }

/** The share of the families with a receipt; the number stands beside it. */
export const ReceiptBar = ({ received, families }: Props) => (
  <Progress
    className="receipt-bar"
    value={families > 0 ? (100 * received) / families : 0}
    aria-label={`${received} de ${families} familias acusaron recibo`}
  />
)
