import { courseName, letter, teachingCode } from '../cells/courseCell.ts'
import { birthday, officialDay } from '../cells/dayCell.ts'
import { personName } from '../cells/nameCell.ts'
import { listNumber } from '../cells/numberCell.ts'
import { bodyOf, digit, joinDigit, rutWithDigit } from '../cells/rutCell.ts'
import { code, name } from '../cells/textCell.ts'
import { gender, yesNo } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { DIGIT_SYNONYMS } from './employeesSheet.ts'
import { scope } from './scope.ts'

/** Columns of the Ministry's list of pupils that are not imported; the ethnic group must not be stored at all. */
const unused = [
  ...['código etnia', 'cod etnia', 'etnia', 'pueblo originario'],
  ...['dirección', 'comuna residencia', 'comuna', 'código comuna residencia'],
  ...['email', 'correo', 'teléfono', 'celular', '%asistenca', '%asistencia', 'promedio final'],
]

export const alumnos = defineSheet({
  name: 'alumnos',
  explanation:
    'Los estudiantes y su curso. Sirve la nómina de alumnos de SIGE tal como viene: entonces no hace falta esta hoja.',
  unused,
  columns: {
    ...scope,
    cod_tipo_ensenanza: optional(code, 'Código de enseñanza del Ministerio.', '110', {
      synonyms: ['cod_ensenanza'],
    }),
    cod_grado: optional(code, 'Código de grado del Ministerio.', '5'),
    desc_grado: required(name, 'Nivel del curso.', '5° Básico', { synonyms: ['grado', 'nivel', 'curso'] }),
    letra_curso: required(letter, 'Letra del curso.', 'A', { synonyms: ['letra'] }),
    run: required(rutWithDigit, 'RUN, o IPE de quien aún no tiene RUN.', '40318926', {
      synonyms: ['rut', 'run alumno', 'rut alumno', 'run estudiante', 'rut estudiante'],
    }),
    digito_ver: optional(digit, 'Dígito verificador del RUN.', 'K', {
      synonyms: ['dv', ...DIGIT_SYNONYMS],
      requirement: 'sí, o dentro de run',
    }),
    genero: optional(gender, 'Género.', 'Femenino', { synonyms: ['sexo'] }),
    nombres: required(personName, 'Nombres.', 'Martina Antonia', { synonyms: ['nombre'] }),
    apellido_paterno: required(personName, 'Primer apellido.', 'Sepúlveda', {
      synonyms: ['primer apellido'],
    }),
    apellido_materno: optional(personName, 'Segundo apellido.', 'Huenchul', {
      synonyms: ['segundo apellido'],
    }),
    fecha_nacimiento: optional(birthday, 'Fecha de nacimiento.', '17-05-2015', { synonyms: ['nacimiento'] }),
    fecha_incorporacion_curso: optional(
      officialDay,
      'Desde cuándo está en el curso. Vacía: el primer día del año.',
      '04-03-2026',
      { synonyms: ['fecha incorporación'] },
    ),
    fecha_retiro: optional(
      officialDay,
      'Desde cuándo ya no está. Vacía o 1900-01-01: sigue. También si la fecha es futura, la familia deja de verlo desde esa carga.',
      '30-06-2026',
      { isBlankInTemplate: true },
    ),
    numero_lista: optional(listNumber, 'Número de lista. Vacío: por orden alfabético.', '1', {
      synonyms: ['n° lista', 'número de lista', 'nro lista', 'n lista'],
    }),
    nombre_social: optional(
      personName,
      'Nombre social. Es el que ven las demás familias del curso.',
      'Simón',
      {
        isBlankInTemplate: true,
      },
    ),
    mostrar_nombre_social: optional(
      yesNo,
      'Si los apoderados del estudiante lo ven en la aplicación. Vacía es no.',
      'no',
    ),
    comparte_foto: optional(yesNo, 'Si la familia autorizó que el curso vea su foto. Vacía es no.', 'no', {
      synonyms: ['autoriza foto'],
    }),
  },
  fields: {
    ...{ cod_tipo_ensenanza: null, cod_grado: null, desc_grado: 'course_name', letra_curso: 'letter' },
    ...{ run: 'rut', digito_ver: null, genero: 'gender', nombres: 'name', apellido_paterno: 'last_name' },
    ...{ apellido_materno: 'second_last_name', fecha_nacimiento: 'birthday' },
    ...{ fecha_incorporacion_curso: 'enrolled_on', fecha_retiro: 'withdrawn_on' },
    ...{ numero_lista: 'list_number', nombre_social: 'social_name' },
    ...{ mostrar_nombre_social: 'shows_social_name', comparte_foto: 'shares_photo' },
  },
  names: (cell) => [bodyOf(cell('run'))],
  toRecord: (filled, { run, digito_ver, desc_grado, cod_tipo_ensenanza, cod_grado }, row) => {
    const joined = joinDigit(run, digito_ver, row.refuseAt('digito_ver', 'run'))
    if (!joined) return undefined
    return {
      ...{ ...filled, rut: joined.rut, rut_dv: joined.dv },
      course_name: courseName(desc_grado, cod_tipo_ensenanza, cod_grado),
      teaching: teachingCode(cod_tipo_ensenanza),
    }
  },
})
