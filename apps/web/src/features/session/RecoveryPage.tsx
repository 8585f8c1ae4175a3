import { RecoveryFrame } from './RecoveryFrame.tsx'

export function RecoveryPage() {
  return <RecoveryFrame title="Recuperar contraseña" />
}
