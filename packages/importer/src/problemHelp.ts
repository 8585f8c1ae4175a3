/**
 * What a school does about each problem: the message, in which '…' stands for any text, and the advice, in which `…`
 * encloses what is written in a cell. The table of the secretary's guide has the same rows.
 */
export const problemHelp: readonly (readonly [message: string, help: string])[] = [
  [
    'el dígito verificador no corresponde',
    'Mire la cédula: suele haber una cifra cambiada en el RUN, no en el dígito. No ponga el dígito que «se esperaba» sin revisar. En una foto, el RUN es el del nombre del archivo.',
  ],
  ['falta el dígito verificador', 'Escríbalo en su columna, o en el RUN después de un guion.'],
  ['no es un RUN', 'Deje solo cifras, puntos y guion. Un IPE también sirve en `alumnos`.'],
  ['es un RUT de empresa', 'Ponga el RUN de la persona.'],
  ['es un número provisorio, no un RUN', 'En `tipo_doc` escriba `IPA`.'],
  ['es la fila de ejemplo del conjunto vacío', 'Borre la fila 2.'],
  ['falta el dato', 'Complete la celda, o borre la fila entera si sobra.'],
  [
    'falta el correo: sin él no puede ingresar a la aplicación',
    'Consiga el correo, o quite a la persona de `apoderados` y `vinculos` por ahora.',
  ],
  ['no es un correo electrónico', 'Busque espacios, comas en vez de puntos, o dos correos en una celda.'],
  [
    'el correo ya es de la persona de la fila …',
    'Dos personas con el mismo correo: pida otro a una de ellas.',
  ],
  [
    'el correo ya es de otra cuenta',
    'Ese correo ya lo usa otra persona. Si es la misma con otro documento, hable con quien administra la aplicación.',
  ],
  [
    'es un número: la celda perdió su formato de fecha',
    'Cambie la celda a formato Texto y escriba la fecha de nuevo.',
  ],
  ['el año debe tener cuatro cifras', '`31-03-2026`, no `31-03-26`.'],
  ['esa fecha no existe', 'Revise el día y el mes: van en ese orden.'],
  [
    'es una fecha: la planilla cambió la nota al escribirla',
    'Excel convirtió `5.4` en 5 de abril. Cambie la columna a Texto y escriba `5,4`.',
  ],
  ['fuera de 1,0 a 7,0', 'Falta la coma: `62` es `6,2`.'],
  ['tiene dos decimales', 'Las notas llevan un decimal: `5,4`.'],
  ['hay una nota y un concepto', 'Deje uno de los dos.'],
  [
    'la asignatura se evalúa con conceptos',
    'Use la columna `concepto` (o corrija `escala` en `asignaturas`).',
  ],
  ['la asignatura no se evalúa', 'Escriba su `escala` en `asignaturas`, o quite esas notas.'],
  [
    'hay más de un curso «…»: …',
    'El nombre puede ser de cualquiera de ellos: escriba el código, o el nombre entero.',
  ],
  ['hay más de una asignatura «…»: …', 'Lo mismo: escriba el código de la asignatura.'],
  ['no dice si es de básica o de media', 'Escriba `1° Básico` o `1° Medio`.'],
  ['no existe el curso «…»', 'El curso no está en `cursos`, o está con otro nombre.'],
  [
    'el curso «…» ya viene con el código de enseñanza …',
    'Son dos cursos distintos con el mismo nombre y letra: cambie la letra de uno en todas sus filas. Si es uno solo, corrija el código.',
  ],
  [
    '«…» no está en la hoja evaluaciones, que se dijo completa',
    'La evaluación se quitaría y sus notas vienen en `notas`: agréguela, o quite esas notas.',
  ],
  [
    'no existe «…»',
    'Ese código o RUN no está en la hoja que corresponde. Busque un cero de más, un espacio o un código cambiado.',
  ],
  ['no existe esa persona', 'El documento de `vinculos` no está en `apoderados`.'],
  ['no se conoce «…»', 'Use una de las palabras de «se esperaba».'],
  [
    'el estudiante está repetido sin fecha de retiro',
    'Está en dos filas. Si se cambió de curso, ponga la `fecha_retiro` en la fila antigua.',
  ],
  ['la persona está repetida', 'Deje una sola fila por persona.'],
  [
    'la dirección cambia, y solo viene una parte de ella',
    'Agregue la columna que falta: `direccion` o `comuna`.',
  ],
  ['ese día hay más de un evento con ese título', 'Agregue la columna `hora`.'],
  [
    'el código ya es del curso …',
    'Ese curso no está en la hoja `cursos`. Si cambiaron de código, ponga los dos con su código nuevo.',
  ],
  ['el vínculo está repetido', 'Deje una sola fila por estudiante y apoderado.'],
  ['falta el motivo', 'Con `acceso` `no` hay que escribir `motivo_sin_acceso`.'],
  ['falta decir cuál', 'Con parentesco `otro` hay que escribir `detalle_otro`.'],
  [
    'se superpone con el bloque de la fila …',
    'Dos bloques a la misma hora: corrija `inicio` o `termino`. Si son de electivos, algún estudiante tiene los dos: corrija también `electivos`.',
  ],
  [
    'el estudiante tiene otro bloque …',
    'Lo mismo, visto desde `electivos`: toma dos asignaturas a la misma hora.',
  ],
  [
    '«…» no es electiva en el curso del estudiante',
    'Escriba `si` en su columna `electiva` de `asignaturas`, o quite la fila: es de todo el curso.',
  ],
  ['el estudiante ya toma este electivo', 'Deje una sola fila por estudiante y electivo.'],
  ['la asignatura está repetida en el curso', 'Solo dos electivas pueden llamarse igual.'],
  ['el último día es anterior al primero', 'Corrija `primer_dia` o `ultimo_dia`.'],
  [
    'la fecha está fuera del año escolar …',
    'Un día sin clases va entre el inicio del primer período y el término del último. Si es de otro año, agregue la columna `anio`.',
  ],
  [
    'se superpone con los días de la fila …',
    'Dos filas dicen que no hay clases el mismo día: deje una, o corrija sus fechas.',
  ],
  [
    'con «ninguno» no hay motivo',
    '`ninguno` es para un año sin ningún día sin clases. Si este día sí es uno, escriba su fecha.',
  ],
  ['una clase necesita su asignatura', 'Escriba la asignatura, o cambie `tipo` a `recreo`.'],
  [
    'le falta una cifra: hoy los números tienen nueve',
    'Ponga el 9 antes del celular, o el 2 antes de un fijo de Santiago.',
  ],
  ['hay más de un teléfono', 'Deje uno.'],
  ['falta la columna «…»', 'El título se borró o cambió. Cópielo del conjunto vacío.'],
  [
    'hay una celda con datos en una columna sin encabezado',
    'Hay algo escrito fuera de la tabla, o una coma o punto y coma de más en un CSV.',
  ],
  [
    'no trae ninguna planilla con filas: no hay nada que importar',
    'La carpeta está vacía, o sus hojas no tienen filas.',
  ],
  ['todavía no hay ningún establecimiento', 'Entregue también `establecimientos`.'],
  ['no se sabe de qué año son sus filas', 'Agregue la columna `anio`, o entregue también `cursos`.'],
  [
    'la fecha no es del año escolar …',
    'Un año escolar va hasta el febrero siguiente. Si el año de la fecha está bien, agregue la columna `anio` con ese año; si no, corrija la fecha.',
  ],
  ['no está el documento «…»', 'Falta el archivo en la carpeta, o su nombre está escrito de otra forma.'],
  [
    'hay más de un documento «…»',
    'Varias carpetas tienen uno con ese nombre: escriba también la carpeta, como `5A/guia.pdf`.',
  ],
  ['contiene macros', 'Guárdelo como .docx o .xlsx sin macros, o imprímalo como PDF.'],
  [
    'no se puede revisar por dentro',
    'Ábralo, guárdelo de nuevo y entregue ese. Si sigue, imprímalo como PDF.',
  ],
  ['es una foto HEIC, como las guarda un iPhone', 'Guárdela como JPG.'],
  [
    'parece …: su MRUN no es el RUN, y no trae nombres',
    'Son datos públicos del Ministerio, sin RUN ni nombres. Entregue la nómina de SIGE.',
  ],
  [
    'es un libro de Excel antiguo o con contraseña',
    'Ábralo y guárdelo como «Libro de Excel (.xlsx)», sin contraseña.',
  ],
  ['es un libro en otro formato', 'Lo mismo: guárdelo como .xlsx (también desde LibreOffice).'],
  ['no se conoce esta columna: no se importa', 'Una columna suya, o un título mal escrito.'],
  [
    'la persona no tiene vínculo con ningún estudiante',
    'Está en `apoderados` y no en `vinculos`. ¿Se le olvidó?',
  ],
  [
    'la cuenta ya se usa con otro correo, que no cambia',
    'Esa persona ya entra con otro correo. El cambio lo hace quien administra la aplicación.',
  ],
  [
    'la cuenta tiene otro correo, corregido por quien administra la aplicación, que no cambia',
    'Su planilla trae el de antes. Corríjalo en ella; si el correcto es el suyo, avise a quien administra la aplicación.',
  ],
  [
    'la cuenta está deshabilitada allí: eso no le quita el acceso aquí',
    'OneRoster trae `enabledUser` en `false`. Solo con una [resolución judicial](#padres-separados-y-accesos-bloqueados) va `acceso` `no` en `vinculos`.',
  ],
  [
    'está anotado que ya no se muestra, y sigue así',
    'La persona dejó de autorizarlo, y su planilla todavía dice `si`: escriba `no`. Si lo volvió a autorizar, avise a quien administra la aplicación.',
  ],
  [
    'el correo con que ingresa cambia de … a …',
    'Confirme con la persona que ese correo es suyo: quien lo lea podrá entrar. Sin su confirmación no se guarda.',
  ],
  [
    'la persona … vínculos en … colegio: sus datos no cambian',
    'Es apoderada en otro colegio, y su planilla dice otra cosa que su cuenta. Si lo correcto es lo suyo, avise a quien administra la aplicación.',
  ],
  [
    'la cuenta no es de este colegio, y su correo no está en esta entrega: el vínculo no se agrega',
    'Ya tiene cuenta por otro colegio. Pregúntele con qué correo ingresa y escríbalo en `apoderados`.',
  ],
  [
    'el acceso está bloqueado y sigue así',
    'Su planilla dice `si`, pero hay un bloqueo. La planilla no lo levanta.',
  ],
  [
    'la escala cambia y quedan … notas de la anterior',
    'Con otra escala ya no cuentan en el promedio, y sin escala no se muestran. Deje la de antes, o entregue esas notas en la nueva.',
  ],
  [
    'la fecha de retiro es futura: la familia deja de ver lo de ese curso desde esta carga',
    'Deje la celda vacía hasta que llegue ese día, salvo que la familia ya no deba verlo.',
  ],
  [
    'su matrícula terminó y sigue así: falta la columna con la fecha de retiro',
    'El estudiante está en la lista, pero ya había salido. Si volvió, agregue la columna `fecha_retiro` con su celda vacía.',
  ],
  [
    'falta la columna «…»: «…» vale solo para filas nuevas',
    'OneRoster trae solo la segunda de dos columnas que dicen lo mismo: lo que ya está no cambia.',
  ],
  [
    'ningún estudiante la toma: ninguna familia la ve',
    'Una asignatura con `electiva` `si` que nadie tiene en `electivos`.',
  ],
  [
    'el estudiante no toma el electivo «…»: su familia no ve esta nota',
    'Dejó el electivo, o falta su fila en `electivos`.',
  ],
  ['la fecha no está dentro del período «…»', 'La prueba está fechada fuera de su semestre.'],
  [
    'la fecha no es del año escolar …',
    'Un evento de la agenda de un curso cae en otro año. Si es de un curso de ese año, agregue la columna `anio`.',
  ],
  [
    'hay … el …, que es feriado: …',
    'Hay asistencia o atrasos de un feriado. ¿La fecha está bien escrita? Se guardan igual.',
  ],
  ['hay … el …, que es de vacaciones', 'Lo mismo, entre dos períodos o fuera de ellos.'],
  [
    'hay … el …, que es un día sin clases: …',
    'Lo mismo, en un día de `dias_sin_clases`. Si ese día hubo clases, quítelo de esa hoja.',
  ],
  [
    'la foto no es de nadie de estas hojas: no se guarda',
    'El RUN del nombre no está en `alumnos` ni en `apoderados` de esta entrega. ¿Le falta el guion, o la hoja?',
  ],
  ['la foto no se guarda', 'Entregue las fotos junto con su hoja.'],
  ['… fotos como esta no se guardan', 'Entregue las fotos junto con su hoja.'],
  [
    'no se sabe de quién es la foto',
    'El nombre del archivo no es un RUN, un documento ni `insignia-` con el RBD.',
  ],
]

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patterns = problemHelp.map(
  ([message, help]) => [new RegExp(`^${message.split('…').map(literal).join('.*')}`), help] as const,
)

/** Returns what a school does about a problem or a warning; null if the guide says nothing more than the message. */
export const helpFor = (message: string): string | null =>
  patterns.find(([pattern]) => pattern.test(message))?.[1]?.replaceAll('`', '') ?? null
