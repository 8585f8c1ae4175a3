import { Sheet } from '../dialogs/Sheet.tsx'
import { HelpText } from './HelpText.tsx'

type Props = { isOpen: boolean; onClose: () => void }

export function HelpSheet(props: Props) {
  return (
    // HelpButton is also used in centred blocks, from which the dialog would inherit the alignment.
    <div className="text-left">
      <Sheet title="Ayuda y contacto" {...props}>
        <HelpText />
      </Sheet>
    </div>
  )
}
