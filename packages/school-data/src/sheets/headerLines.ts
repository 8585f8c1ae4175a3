/** The headers of the Ministry's list of pupils, in the spelling of its platform (including 'Asistenca'). */
const officialHeaders = [
  'Año;RBD;Cod Tipo Enseñanza;Cod Grado;Desc Grado;Letra Curso;Run;Dígito Ver.;Genero;Nombres',
  'Apellido Paterno;Apellido Materno;Dirección;Comuna Residencia;Código Comuna Residencia;Email;Telefono;Celular',
  'Fecha Nacimiento;Código Etnia;Fecha Incorporación Curso;Fecha Retiro;%Asistenca;Promedio Final',
].join(';')

/** The header lines of a generated set's sheets: the columns of the import's template that its schools fill in. */
export const headerLines = {
  establecimientos: 'rbd;dv;nombre;direccion;comuna;telefono;zona_horaria;redondeo',
  periodos: 'rbd;anio;codigo;nombre;tipo;inicio;termino',
  dias_sin_clases: 'rbd;anio;primer_dia;ultimo_dia;motivo',
  cursos: 'rbd;anio;codigo;nombre;letra;cod_ensenanza;cod_grado',
  funcionarios: 'rbd;anio;run;dv;nombres;apellido_paterno;apellido_materno;email',
  asignaturas: 'rbd;anio;curso;codigo;nombre;escala;incide_promedio;electiva;run_docente',
  alumnos: `${officialHeaders};numero_lista;nombre_social;mostrar_nombre_social`,
  apoderados: 'tipo_doc;numero;dv;nombres;apellidos;email;celular;comparte_telefono;comparte_email',
  vinculos:
    'rbd;run_alumno;doc_apoderado;parentesco;detalle_otro;calidad;apoderado_economico;acceso;motivo_sin_acceso',
  electivos: 'rbd;anio;electivo;run_alumno',
  horario: 'rbd;anio;curso;dia;tipo;inicio;termino;asignatura',
  evaluaciones: 'rbd;anio;codigo;curso;asignatura;periodo;nombre;descripcion;fecha;ponderacion',
  notas: 'rbd;anio;evaluacion;run_alumno;nota;concepto',
  asistencia: 'rbd;anio;run_alumno;fecha;estado',
  atrasos: 'rbd;anio;run_alumno;fecha_hora;estado;observacion',
  observaciones: 'rbd;anio;run_alumno;fecha;tipo;descripcion;detalle;run_docente;asignatura;en_clases;lugar',
  agenda: 'rbd;anio;curso;fecha;hora;titulo;asignatura;contenido;documento',
}

export type SheetName = keyof typeof headerLines
