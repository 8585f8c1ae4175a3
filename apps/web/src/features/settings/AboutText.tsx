import { config } from '../../config.ts'
import type { LegalTextProps } from './legal.ts'

/** Describes the app, and states that the school's records are authoritative. */
export function AboutText({ school }: LegalTextProps) {
  return (
    <div className="grid gap-4 text-body leading-body">
      <p>
        Apoderados te muestra, en un solo lugar, la información escolar de los estudiantes que tu colegio
        vinculó a tu cuenta: sus datos, la agenda, el horario, las calificaciones, las observaciones, la
        asistencia y los compañeros de curso.
      </p>
      <p>
        La información viene de los registros de {school?.name ?? 'tu colegio'} y es referencial. Si algo no
        coincide, prevalecen el libro de clases y los certificados que emite el colegio. Para corregir un
        dato, habla con la secretaría o con el profesor o profesora jefe.
      </p>
      <p>
        Solo tú ves lo que aparece aquí con tu cuenta. La aplicación no muestra publicidad ni vende datos. En
        «Términos de uso» y «Política de datos» está el detalle.
      </p>
      <p className="text-small text-text-2">Versión {config.appVersion}</p>
    </div>
  )
}
