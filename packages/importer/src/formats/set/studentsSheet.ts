import { courseName, letterCell, teachingCode } from '../cells/courseCell.ts'
import { birthdayCell, officialDayCell } from '../cells/dayCell.ts'
import { personNameCell } from '../cells/nameCell.ts'
import { listNumberCell } from '../cells/numberCell.ts'
import { checkDigitCell, joinDigit, rutDigits, rutWithDigitCell } from '../cells/rutCell.ts'
import { codeCell, nameCell } from '../cells/textCell.ts'
import { genderCell, yesNoCell } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { CHECK_DIGIT_SYNONYMS } from './employeesSheet.ts'
import { nameColumns, scopeColumns } from './scope.ts'

/** Headers of the Ministry's list of pupils that are not imported; the ethnic group must not be stored at all. */
const UNUSED_HEADERS = [
  'código etnia',
  'cod etnia',
  'etnia',
  'pueblo originario',
  'dirección',
  'comuna residencia',
  'comuna',
  'código comuna residencia',
  'email',
  'correo',
  'teléfono',
  'celular',
  '%asistenca',
  '%asistencia',
  'promedio final',
]

export const studentsSheet = defineSheet({
  name: 'alumnos',
  explanation:
    'Los estudiantes y su curso. Sirve la nómina de alumnos de SIGE tal como viene: entonces no hace falta esta hoja.',
  unused: UNUSED_HEADERS,
  columns: {
    ...scopeColumns,
    cod_tipo_ensenanza: optional(codeCell, 'Código de enseñanza del Ministerio.', '110', {
      synonyms: ['cod_ensenanza'],
    }),
    cod_grado: optional(codeCell, 'Código de grado del Ministerio.', '5'),
    desc_grado: required(nameCell, 'Nivel del curso.', '5° Básico', {
      synonyms: ['grado', 'nivel', 'curso'],
    }),
    letra_curso: required(letterCell, 'Letra del curso.', 'A', { synonyms: ['letra'] }),
    run: required(rutWithDigitCell, 'RUN, o IPE de quien aún no tiene RUN.', '40318926', {
      synonyms: ['rut', 'run alumno', 'rut alumno', 'run estudiante', 'rut estudiante'],
    }),
    digito_ver: optional(checkDigitCell, 'Dígito verificador del RUN.', 'K', {
      synonyms: ['dv', ...CHECK_DIGIT_SYNONYMS],
      requirement: 'sí, o dentro de run',
    }),
    genero: optional(genderCell, 'Género.', 'Femenino', { synonyms: ['sexo'] }),
    ...nameColumns('Martina Antonia', 'Sepúlveda', 'Huenchul'),
    fecha_nacimiento: optional(birthdayCell, 'Fecha de nacimiento.', '17-05-2015', {
      synonyms: ['nacimiento'],
    }),
    fecha_incorporacion_curso: optional(
      officialDayCell,
      'Desde cuándo está en el curso. Vacía: el primer día del año.',
      '04-03-2026',
      { synonyms: ['fecha incorporación'] },
    ),
    fecha_retiro: optional(
      officialDayCell,
      'Desde cuándo ya no está. Vacía o 1900-01-01: sigue. También si la fecha es futura, la familia deja de verlo desde esa carga.',
      '30-06-2026',
      { isBlankInTemplate: true },
    ),
    numero_lista: optional(listNumberCell, 'Número de lista. Vacío: por orden alfabético.', '1', {
      synonyms: ['n° lista', 'número de lista', 'nro lista', 'n lista'],
    }),
    nombre_social: optional(
      personNameCell,
      'Nombre social. Es el que ven las demás familias del curso.',
      'Simón',
      { isBlankInTemplate: true },
    ),
    mostrar_nombre_social: optional(
      yesNoCell,
      'Si los apoderados del estudiante lo ven en la aplicación. Vacía es no.',
      'no',
    ),
    comparte_foto: optional(
      yesNoCell,
      'Si la familia autorizó que el curso vea su foto. Vacía es no.',
      'no',
      { synonyms: ['autoriza foto'] },
    ),
  },
  fields: {
    cod_tipo_ensenanza: null,
    cod_grado: null,
    desc_grado: 'course_name',
    letra_curso: 'letter',
    run: 'rut',
    digito_ver: null,
    genero: 'gender',
    nombres: 'name',
    apellido_paterno: 'last_name',
    apellido_materno: 'second_last_name',
    fecha_nacimiento: 'birthday',
    fecha_incorporacion_curso: 'enrolled_on',
    fecha_retiro: 'withdrawn_on',
    numero_lista: 'list_number',
    nombre_social: 'social_name',
    mostrar_nombre_social: 'shows_social_name',
    comparte_foto: 'shares_photo',
  },
  names: (cell) => [rutDigits(cell('run'))],
  toRecord: (filled, { run, digito_ver, desc_grado, cod_tipo_ensenanza, cod_grado }, row) => {
    const joined = joinDigit(run, digito_ver, row.refuseAt('digito_ver', 'run'))
    if (!joined) return undefined
    return {
      ...filled,
      rut: joined.rut,
      rut_dv: joined.dv,
      course_name: courseName(desc_grado, cod_tipo_ensenanza, cod_grado),
      teaching: teachingCode(cod_tipo_ensenanza),
    }
  },
})
