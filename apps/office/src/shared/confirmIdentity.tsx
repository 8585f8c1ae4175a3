import { modals } from '@mantine/modals'
import { FactorForm } from './FactorForm.tsx'

const MODAL_ID = 'confirm-identity'

/** Asks for the second factor in a dialog. Resolves to false if the dialog is closed. */
export const confirmIdentity = (title: string): Promise<boolean> =>
  new Promise((resolve) => {
    modals.open({
      modalId: MODAL_ID,
      title,
      onClose: () => resolve(false),
      children: (
        <FactorForm
          prove="confirm"
          startPasskey="startPasskeyConfirmation"
          factors={{ totp: true, passkey: true }}
          onProved={() => {
            resolve(true)
            modals.close(MODAL_ID)
          }}
        />
      ),
    })
  })
