import { Sheet } from '../dialogs/Sheet.tsx'
import { HelpText } from './HelpText.tsx'

type Props = { isOpen: boolean; onClose: () => void }

export function HelpSheet(props: Props) {
  return (
    <Sheet title="Ayuda y contacto" {...props}>
      <HelpText />
    </Sheet>
  )
}
