const purposes = [
  [
    'Entregar el servicio educativo e informar a la familia: datos escolares, agenda, horario, calificaciones, observaciones y asistencia',
    'Cumplimiento de la normativa educacional, que reconoce a los apoderados el derecho a ser informados, y ejecución del contrato de prestación de servicios educacionales.',
  ],
  [
    'Crear y proteger su cuenta: ingreso, contraseña, sesiones y registros de seguridad',
    'Ejecución del servicio que usted solicita y deber legal de seguridad.',
  ],
  [
    'Mostrar su teléfono o correo a los apoderados del curso',
    'Su consentimiento, por separado para cada medio; desactivado mientras usted no lo dé.',
  ],
  [
    'Mostrar la fotografía del estudiante a su curso',
    'Consentimiento de quien lo representa o, cuando la ley lo permite, del propio estudiante.',
  ],
  ['Enviar notificaciones a su teléfono', 'Su consentimiento, que da y retira en los ajustes del teléfono.'],
  ['Atender solicitudes, reclamos y requerimientos de la autoridad', 'Cumplimiento de obligaciones legales.'],
]

/** The purposes of the data processing with their legal bases, as pairs: a table is too wide for a narrow screen. */
export function PurposeList() {
  return (
    <dl>
      {purposes.map(([purpose, basis]) => (
        <div key={purpose}>
          <dt>{purpose}</dt>
          <dd>{basis}</dd>
        </div>
      ))}
    </dl>
  )
}
