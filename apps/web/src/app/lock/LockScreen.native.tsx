import { useState, useTransition } from 'react'
import { SessionFrame } from '../../features/session/SessionFrame.tsx'
import { unlock } from '../../shared/appLock/appLock.native.ts'
import { useExcuseQueue } from '../../shared/excuses/excuseQueue.ts'
import { signOut } from '../../shared/session/signOut.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'

const failureTexts = {
  refused: 'No se desbloqueó. Intenta de nuevo.',
  missing: 'Este teléfono ya no tiene huella, rostro ni PIN. Actívalo en sus ajustes o cierra la sesión.',
}

/** Replaces all pages while the app is locked. */
export function LockScreen() {
  const [message, setMessage] = useState('')
  const [isUnlocking, startUnlocking] = useTransition()
  const [isSigningOut, startSigningOut] = useTransition()
  const waiting = useExcuseQueue().length
  const onUnlock = () =>
    startUnlocking(async () => {
      setMessage('')
      const recognition = await unlock()
      if (recognition !== 'recognized') setMessage(failureTexts[recognition])
    })
  return (
    <SessionFrame
      title="Apoderados está bloqueado"
      lead="Usa tu huella, tu rostro o el PIN de tu teléfono para seguir."
    >
      <div className="mt-8 grid gap-3">
        <Button busyLabel={isUnlocking && 'Desbloqueando'} onClick={onUnlock}>
          Desbloquear
        </Button>
        <Button
          variant="text"
          busyLabel={isSigningOut && 'Cerrando'}
          onClick={() => startSigningOut(signOut)}
        >
          Cerrar sesión
        </Button>
        {waiting > 0 && (
          <p className="text-center text-small text-text-2">
            Si cierras sesión, se {waiting === 1 ? 'pierde' : 'pierden'} {waiting}{' '}
            {waiting === 1 ? 'justificación' : 'justificaciones'} sin enviar.
          </p>
        )}
        <p role="alert" className="text-center text-negative-text text-small">
          {message}
        </p>
      </div>
    </SessionFrame>
  )
}
