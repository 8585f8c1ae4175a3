/** What a kind of personal data is kept for, as families and the records of processing read it. */
export type DataUse = {
  data: string
  origin: string
  purpose: string
  recipients: string
  storage: string
}

/** The product's facts. A school that keeps data longer or shares them otherwise adds it to its own policy. */
export const dataUses: readonly DataUse[] = [
  {
    data: 'Identidad y contacto del apoderado',
    origin: 'La ficha de matrícula que la familia entregó al colegio',
    purpose: 'Vincular la cuenta con sus estudiantes, entregar el acceso y avisar',
    recipients:
      'Dirección y Secretaría; las familias del curso solo ven el contacto que el apoderado muestra',
    storage: 'Mientras tenga un estudiante en el colegio',
  },
  {
    data: 'Identidad, curso y foto del estudiante',
    origin: 'La nómina de matrícula del colegio',
    purpose: 'Mostrar a la familia lo que corresponde a su estudiante',
    recipients:
      'Sus apoderados y el personal del colegio; el curso ve el nombre, y la foto solo si se autorizó',
    storage: 'Mientras esté matriculado y hasta que el colegio borre a quienes egresaron',
  },
  {
    data: 'Calificaciones, asistencia, atrasos y observaciones',
    origin: 'Los registros de sus docentes y del colegio',
    purpose: 'Informar a la familia sobre el rendimiento y la conducta',
    recipients: 'Sus apoderados con acceso y el personal del colegio',
    storage: 'Mientras esté matriculado y hasta que el colegio borre a quienes egresaron',
  },
  {
    data: 'Justificaciones y sus adjuntos',
    origin: 'El apoderado',
    purpose: 'Decidir sobre un atraso o una inasistencia',
    recipients: 'Dirección e Inspectoría',
    storage: 'El texto, con la matrícula; el adjunto, los días que fijó el colegio',
  },
  {
    data: 'Sesiones, dispositivos y correos enviados',
    origin: 'El uso de la aplicación',
    purpose: 'Proteger la cuenta y entregar avisos',
    recipients:
      'Nadie fuera de quien opera el servidor; el aviso pasa por el servicio de notificaciones del teléfono',
    storage: 'Una sesión terminada, 30 días; un correo, un día; un dispositivo sin uso, un año',
  },
  {
    data: 'Registro de accesos',
    origin: 'El uso de la aplicación',
    purpose: 'Saber quién vio los datos de un estudiante',
    recipients: 'Los representantes legales del estudiante y la Dirección',
    storage: '24 meses',
  },
  {
    data: 'Autorizaciones y solicitudes sobre datos personales',
    origin: 'El apoderado y la respuesta del colegio',
    purpose: 'Probar la autorización y la respuesta',
    recipients: 'La Dirección',
    storage: 'Las autorizaciones, con la cuenta; las solicitudes, cuatro años',
  },
]
