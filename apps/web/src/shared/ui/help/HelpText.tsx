import type { Establishment } from '@apoderados/contract/profile'
import { formatPhone } from '@apoderados/contract/values/phone'
import MapPin from '@phosphor-icons/core/assets/regular/map-pin.svg?react'
import Phone from '@phosphor-icons/core/assets/regular/phone.svg?react'
import { isNative } from '../../device/native.ts'
import { selectedStudent } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'

const questionsAndAnswers = [
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

/** The contact of the selected student's school, or without one the advice to call it; answers to common questions. */
export function HelpText() {
  const school = selectedStudent(useSession())?.establishment
  return (
    <div className="grid gap-5 text-body leading-body">
      {school ? <SchoolContact school={school} /> : <p>Si aquí no está la respuesta, llama a tu colegio.</p>}
      {questionsAndAnswers.map(([question, answer]) => (
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

const LINK_CLASS_NAME =
  'flex min-h-(--control-h) items-center justify-center gap-2.5 rounded-md bg-accent-soft px-4 py-2 font-medium text-accent-text text-row'

const mapUrl = (address: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${address}, Chile`)}`

/** The school's name, with its phone and a link to a map if they are known. */
function SchoolContact({ school }: { school: Establishment }) {
  const { name, phone, address } = school
  return (
    <section className="grid gap-2.5">
      <div>
        <h3 className="font-semibold text-row">{name}</h3>
        {address && <p className="text-text-2">{address}</p>}
      </div>
      {phone && (
        <a href={`tel:${phone}`} className={LINK_CLASS_NAME}>
          <Phone className="size-5.5 shrink-0" />
          <span>{`Llamar al ${formatPhone(phone)}`}</span>
        </a>
      )}
      {address && (
        <a href={mapUrl(address)} target="_blank" rel="noreferrer" className={LINK_CLASS_NAME}>
          <MapPin className="size-5.5 shrink-0" />
          Ver en el mapa
        </a>
      )}
      {!phone && !address && <p>El colegio aún no publica su teléfono ni su dirección.</p>}
    </section>
  )
}
