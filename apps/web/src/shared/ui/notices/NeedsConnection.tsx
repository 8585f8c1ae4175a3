/** The advice in a form that could not reach the server. */
export function NeedsConnection({ className }: { className: string }) {
  return (
    <p className={`text-small ${className}`}>Necesitas conexión a internet. Lo que escribiste sigue aquí.</p>
  )
}
