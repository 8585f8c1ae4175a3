import { RecoveryFrame } from './RecoveryFrame.tsx'

export function RecoveryChangePage() {
  return <RecoveryFrame title="Cambiar contraseña" />
}
