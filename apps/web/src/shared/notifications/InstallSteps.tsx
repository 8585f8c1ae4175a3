/** The steps after which an iPhone can receive notifications. */
export function InstallSteps() {
  return (
    <ol className="grid gap-2 text-body">
      <li>1. En Safari, toca Compartir y elige «Agregar a inicio».</li>
      <li>2. Abre Apoderados desde la pantalla de inicio e ingresa.</li>
      <li>3. Activa los avisos en Configuraciones, Notificaciones.</li>
    </ol>
  )
}
