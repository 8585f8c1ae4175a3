import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const SECOND_RBD = '90010-9'
/** The RUN of the only student of the second school. */
export const SECOND_PUPIL_RUN = '40427815'

/** The cells of the second school's only guardian in the sheets apoderados and vinculos. */
export type SecondGuardian = { tipo_doc?: string; numero: string; email: string; acceso?: string }

/** Writes a CSV file of each text into a new folder, and returns its path. */
async function writeFolder(location: string, texts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(location, 'segundo-'))
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, `${name}.csv`), text)
  return folder
}

/** Writes the sheets of a second school, with one student and one guardian, into a new folder, and returns its path. */
export function writeSecondSchool(
  location: string,
  { tipo_doc = 'RUN', numero, email, acceso = 'si' }: SecondGuardian,
): Promise<string> {
  const year = new Date().getFullYear()
  const [rbd, dv] = SECOND_RBD.split('-')
  const dvOf: Record<string, string> = { '42601005': '4', '42601116': '6' }
  return writeFolder(location, {
    establecimientos: `rbd;dv;nombre
${rbd};${dv};Liceo Puerta del Valle`,
    cursos: `rbd;anio;codigo;nombre;letra
${rbd};${year};5A;5° Básico;A`,
    alumnos: `Año;Desc Grado;Letra Curso;Run;Dígito Ver.;Nombres;Apellido Paterno
${year};5° Básico;A;${SECOND_PUPIL_RUN};0;Sofía;Araya`,
    apoderados: `tipo_doc;numero;dv;nombres;apellidos;email;celular;comparte_telefono;comparte_email
${tipo_doc};${numero};${dvOf[numero] ?? ''};Otro;Nombre;${email};9 0000 9999;si;si`,
    vinculos: `run_alumno;doc_apoderado;parentesco;calidad;apoderado_economico;acceso;motivo_sin_acceso
${SECOND_PUPIL_RUN};${numero};tío;otro;no;${acceso};${acceso === 'no' ? 'Resolución' : ''}`,
  })
}

/** Writes the second school as a OneRoster set into a new folder, and returns its path. */
export function writeSecondRoster(location: string, { numero, email }: SecondGuardian): Promise<string> {
  const year = new Date().getFullYear()
  return writeFolder(location, {
    manifest: 'propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\nfile.orgs,bulk',
    orgs: `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId
o1,,,Liceo Puerta del Valle,school,${SECOND_RBD},`,
    academicSessions: `sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear
y,,,${year},schoolYear,${year}-03-04,${year}-12-18,,${year}`,
    courses: `sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes`,
    classes: `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods
h5a,,,5º BASICO A,05,,5A,homeroom,,o1,y,,,`,
    users: `sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password
g1,,,true,o1,parent,g,,Otro,Nombre,,${numero},${email},900009999,,k1,,
k1,,,true,o1,student,k,,Sofía,Araya,,${SECOND_PUPIL_RUN}-0,,,,g1,05,`,
    enrollments: `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
e1,,,h5a,o1,k1,student,,${year}-03-04,`,
  })
}
