import { isNative } from '../../device/native.ts'
import { selectedStudent } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'
import { SchoolContact } from './SchoolContact.tsx'

const answers = [
  [
    'No puedo entrar',
    'Revisa que el correo sea el que registraste en el colegio. Si olvidaste tu contraseña, toca «¿Olvidaste tu contraseña?» al ingresar. La primera vez se usa la contraseña que te entregó el colegio; si no la tienes, pídela en la secretaría.',
  ],
  [
    'No me llega el código',
    'Puede tardar unos minutos. Revisa también el correo no deseado. El código vale 10 minutos y una sola vez: si venció, pide otro. Si tampoco llega, el colegio puede tener otro correo tuyo: pide que lo revisen.',
  ],
  [
    'Faltan datos o están mal',
    'Los datos los registra el colegio. Habla con la secretaría o con el profesor o profesora jefe: cuando los corrijan, los verás aquí.',
  ],
  [
    'No veo a un hijo o hija',
    'El colegio vincula a cada estudiante con sus apoderados. Pide en la secretaría que revisen tu vínculo; también te dirán si hay algo que lo impide.',
  ],
  [
    'Cómo instalo la app',
    'En Android, abre esta página en Chrome, toca el menú y elige «Instalar app» o «Agregar a la pantalla principal». En iPhone, ábrela en Safari, toca «Compartir» y elige «Agregar a inicio».',
  ],
  [
    'Quién ve nuestros datos',
    'Los apoderados que el colegio vinculó a un estudiante ven sus datos. Las familias del curso ven su nombre y número de lista; su foto, y tu teléfono o correo, solo si se autorizó en el colegio. El detalle está en «Política de datos», en Configuraciones.',
  ],
] as const

/** The contact of the selected student's school, or an advice to call the school, and answers to common questions. */
export function HelpText() {
  const school = selectedStudent(useSession())?.establishment
  return (
    <div className="grid gap-5 text-body leading-body">
      {school ? <SchoolContact school={school} /> : <p>Si aquí no está la respuesta, llama a tu colegio.</p>}
      {answers.map(([question, answer]) => (
        <section key={question}>
          <h3 className="font-semibold text-row">{question}</h3>
          <p className="mt-1 text-text-2">
            {isNative() && question === 'Cómo instalo la app'
              ? 'Ya la tienes: es la que estás usando.'
              : answer}
          </p>
        </section>
      ))}
    </div>
  )
}
