import { formatDay } from '@apoderados/contract/values/days'
import type { BreachRow } from '@apoderados/core/privacy/breaches'

const spanText = ({ from, to }: BreachRow) =>
  from === to ? `el ${formatDay(from)}` : `entre el ${formatDay(from)} y el ${formatDay(to)}`

/** What the school sends to the Agency (Ley 21.719, art. 14 sexies). A lawyer completes it. */
const agencyDraft = (breach: BreachRow) => `Comunicación de una vulneración a las medidas de seguridad

Responsable: ${breach.controller ?? breach.school} (${breach.is_public ? 'organismo público' : 'privado'}). Establecimiento: ${breach.school}, RBD ${breach.rbd}.
Contacto: ${breach.contact ?? '…'}

Detectada el ${formatDay(breach.found_on)}. Los datos estuvieron expuestos ${spanText(breach)}.
Qué ocurrió: ${breach.what}
Personas afectadas: ${breach.students} estudiantes y ${breach.parent_ids.length} apoderados. ${breach.is_sensitive ? 'Incluye datos sensibles.' : 'No se conocen datos sensibles afectados.'} Incluye datos de niños, niñas y adolescentes.
Efectos posibles: …
Medidas adoptadas: ${breach.measures}
Comunicación a las personas: por comunicado a las familias afectadas.`

/** What the school sends to CSIRT: it has no personal data, and so not the school's words about what happened. */
const csirtDraft = (breach: BreachRow) => `Alerta temprana de incidente de ciberseguridad

Institución: ${breach.controller ?? breach.school}. Establecimiento RBD ${breach.rbd}.
Contacto técnico: …

Detectado el ${formatDay(breach.found_on)}. Ventana del incidente: ${spanText(breach)}.
Sistema: plataforma web de información escolar (aplicación de familias y consola del colegio).
Tipo: acceso no autorizado a información. Alcance: ${breach.students} registros de estudiantes y ${breach.parent_ids.length} cuentas.
Indicadores técnicos: …
Estado: …`

const familiesDraft = (
  breach: BreachRow,
) => `El ${formatDay(breach.found_on)} detectamos que personas no autorizadas pudieron ver datos de su familia ${spanText(breach)}.

Qué ocurrió: ${breach.what}

Qué hicimos: ${breach.measures}

Qué puede hacer: cambie su contraseña en Configuraciones y desconfíe de mensajes que pidan datos o claves. ${breach.contact ? `Si tiene dudas, escriba a ${breach.contact}.` : 'Si tiene dudas, hable con el colegio.'} También puede acudir a la Agencia de Protección de Datos Personales.`

export const breachDrafts = (breach: BreachRow) => ({
  agency: agencyDraft(breach),
  csirt: csirtDraft(breach),
  families: familiesDraft(breach),
})
