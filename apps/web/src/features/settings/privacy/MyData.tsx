import { BASE_PATH } from '@apoderados/contract/calls/call'
import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import { dataFormats, type PrivacyResponse } from '@apoderados/contract/privacy'
import { useDownload } from '../../../shared/device/files/useDownload.ts'
import { Button } from '../../../shared/ui/forms/Button.tsx'

const formatNames = { pdf: 'Descargar PDF', json: 'Descargar archivo JSON' }
const linkOf = (format: string) => BASE_PATH + privacyApi.getMyData.path.replace(':format', format)

/** The parent's data as a file that a person reads, and as one that a program reads. */
export function MyData({ privacy }: { privacy: PrivacyResponse }) {
  const isWhole = privacy.students.every(({ is_representative }) => is_representative)
  return (
    <>
      <h3 className="font-semibold text-row">Descargar mis datos</h3>
      <p className="text-body">
        Tu cuenta, tus autorizaciones y solicitudes, y los datos de los estudiantes que representas: de dónde
        vienen, para qué se usan, quién los ve y cuánto se guardan.
      </p>
      {!isWhole && (
        <p className="text-small text-text-2">
          No incluye a quienes no representas legalmente. Conversa con el colegio.
        </p>
      )}
      {dataFormats.toReversed().map((format) => (
        <FileButton key={format} format={format} />
      ))}
      <p className="text-small text-text-2">
        Guarda el archivo en un lugar seguro: cualquiera que lo abra lee los datos.
      </p>
    </>
  )
}

function FileButton({ format }: { format: keyof typeof formatNames }) {
  const { state, start } = useDownload({ id: 1, document: linkOf(format) })
  return (
    <div className="grid gap-1">
      <Button
        variant={format === 'pdf' ? 'main' : 'soft'}
        busyLabel={state.kind === 'busy' && 'Preparando'}
        onClick={start}
      >
        {formatNames[format]}
      </Button>
      {state.kind === 'saved' && (
        <p role="status" className="text-small">
          Guardado en tu dispositivo.
        </p>
      )}
      {state.kind === 'failed' && (
        <p role="alert" className="text-negative-text text-small">
          {state.message || 'No se pudo descargar. Vuelve a intentarlo.'}
        </p>
      )}
    </div>
  )
}
