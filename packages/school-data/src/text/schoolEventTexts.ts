import type { AgendaEvent } from '../records/agendaEvent.ts'

/** An event of the school on the day `MM-DD` of every year, or on the next workday if the day is not a workday. */
type EventLine = [monthDay: string, title: string, details?: Partial<AgendaEvent>]

/** Events in the summer vacation, at least one in each week, so that the agenda is not empty. */
export const vacationEvents: EventLine[] = [
  ['01-02', 'Entrega de certificados anuales', { time: '09:00', content: 'Secretaría, de 09:00 a 13:00 h.' }],
  ['01-05', 'Matrícula de estudiantes nuevos', { time: '09:00', document: 'Requisitos de matrícula.pdf' }],
  ['01-06', 'Matrícula de estudiantes nuevos', { time: '09:00' }],
  [
    '01-09',
    'Taller abierto: lectura en familia',
    { time: '10:30', content: 'Biblioteca. Entrada liberada.' },
  ],
  ['01-13', 'Publicación de la lista de útiles', { document: 'Lista de útiles.pdf' }],
  ['01-20', 'Taller abierto: deporte de verano', { time: '10:00', content: 'Gimnasio, todas las edades.' }],
  ['01-27', 'Biblioteca abierta', { time: '10:00', description: 'Préstamo de libros para el verano' }],
  ['02-03', 'Atención de secretaría', { time: '09:00', content: 'De 09:00 a 13:00 h.' }],
  [
    '02-10',
    'Venta de uniformes',
    { time: '10:00', content: 'Feria de uniformes nuevos y usados, patio techado.' },
  ],
  ['02-17', 'Matrícula: cupos disponibles', { time: '09:00' }],
  ['02-24', 'Entrega de textos escolares', { time: '09:00', content: 'Presentar cédula del apoderado.' }],
  ['02-27', 'Feria de útiles y uniformes', { time: '10:00' }],
  [
    '12-07',
    'Evaluaciones recuperativas finales',
    { time: '09:00', document: 'Calendario de recuperativas.pdf' },
  ],
  ['12-10', 'Muestra anual de talleres', { time: '18:00', content: 'Patio central, con las familias.' }],
  ['12-11', 'Licenciatura de 4° Medio', { time: '18:30' }],
  [
    '12-14',
    'Matrícula para el próximo año',
    { time: '09:00', content: 'Por orden de apellido del estudiante.' },
  ],
  ['12-15', 'Matrícula para el próximo año', { time: '09:00' }],
  ['12-17', 'Acto de premiación', { time: '18:30', description: 'Reconocimientos del año' }],
  ['12-22', 'Entrega de informes finales', { time: '09:00', content: 'Retira el apoderado en secretaría.' }],
  ['12-28', 'Matrícula: último plazo', { time: '09:00' }],
  ['12-29', 'Cierre de secretaría', { content: 'Se atiende hasta las 12:00 h. Vuelve en enero.' }],
]

export const termEvents: EventLine[] = [
  ['03-02', 'Entrega de horarios', { time: '10:00', content: 'Patio techado, por curso.' }],
  ['03-12', 'Bienvenida a familias nuevas', { time: '18:30', content: 'Salón de actos.' }],
  ['03-24', 'Simulacro de evacuación', { time: '10:00' }],
  ['04-15', 'Asamblea del Centro de Padres', { time: '18:30', content: 'Elección de directiva.' }],
  ['04-23', 'Día del Libro', { content: 'Cada estudiante trae un libro para intercambiar.' }],
  ['05-11', 'Día del Alumno', { description: 'Juegos y recreo extendido' }],
  ['05-11', 'Jeans Day', { content: 'Aporte voluntario de $ 500 para la gira de estudios.' }],
  ['06-03', 'Simulacro de evacuación', { time: '11:30' }],
  ['07-22', 'Entrega de informes de notas', { time: '18:30', content: 'En reunión con cada profesor jefe.' }],
  ['08-06', 'Charla para familias', { time: '18:30', content: 'Uso del celular en casa. Salón de actos.' }],
  ['08-20', 'Jeans Day', { content: 'Aporte voluntario de $ 500 para el Centro de Estudiantes.' }],
  ['08-27', 'Feria científica', { time: '09:00', description: 'Abierta a las familias desde las 11:30 h' }],
  ['10-07', 'Asamblea del Centro de Padres', { time: '18:30' }],
  ['10-15', 'Día del Profesor', { content: 'Salida a las 13:00 h para todos los cursos.' }],
  ['11-19', 'Jeans Day', { content: 'Aporte voluntario de $ 500 para la licenciatura.' }],
]

export const winterWorkshops = ['teatro', 'robótica', 'ajedrez', 'cocina en familia']
