import { useEffect, useState } from 'react'
import { timeAgo } from '../../text/format.ts'

const TICK_MS = 30_000

type Props = {
  /** The text before the age: 'Actualizado', 'Datos guardados'. */
  of: string
  /** The time from which the age counts, in epoch ms. */
  updatedAt: number
}

/** A text such as 'Actualizado hace 2 min', updated as time passes. */
export function Age({ of, updatedAt }: Props) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <span>{`${of} ${timeAgo(new Date(updatedAt), now)}`}</span>
}
