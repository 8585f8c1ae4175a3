import { useEffect, useState } from 'react'
import { timeAgo } from '../../text/format.ts'

const TICK_MS = 30_000

/** 'Actualizado hace 2 min', which goes on counting; `updatedAt` in epoch ms. */
export function Age({ updatedAt }: { updatedAt: number }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return `Actualizado ${timeAgo(new Date(updatedAt), now)}`
}
