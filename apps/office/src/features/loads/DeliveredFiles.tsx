import { completableSheets } from '@apoderados/contract/office/loads'
import { Button, Checkbox, Table, Text } from '@mantine/core'
import { countText, numberText } from '../../shared/text.ts'
import { Card, Chip } from '../../shared/ui/Page.tsx'
import { type CompletableSheet, type Load, sizeText } from './load.ts'

type DeliveredFilesProps = {
  load: Load
  onRemove?: (file_id: string) => void
  /** The sheets that are complete, and what changes them; without it the option is not shown. */
  complete?: CompletableSheet[]
  onComplete?: (complete: CompletableSheet[]) => void
}

/** Returns the kinds of a file's sheets that may be declared complete; 'notas (matriz)' is of the kind 'notas'. */
const completableOf = (sheets: string[]) =>
  completableSheets.filter((kind) => sheets.some((sheet) => sheet === kind || sheet.startsWith(`${kind} `)))

/** The files of a delivery, with what the last check recognised them as. */
export function DeliveredFiles({
  load: { state, delivered, step },
  onRemove,
  complete = [],
  onComplete,
}: DeliveredFilesProps) {
  const isReading = state === 'checking' && (step === null || step === 'read')
  const wasChecked = delivered.some(({ sheets }) => sheets.length > 0)
  const bytes = delivered.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <Card
      title="Esta entrega"
      aside={`${countText(delivered.length, 'archivo', 'archivos')} · ${sizeText(bytes)}`}
    >
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Archivo</Table.Th>
            <Table.Th>Se reconoce como</Table.Th>
            <Table.Th className="number">Filas</Table.Th>
            <Table.Th>Estado</Table.Th>
            {onRemove && (
              <Table.Th>
                <span className="visually-hidden">Quitar</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {delivered.map(({ file_id, path, bytes: size, is_uploaded, sheets, rows }) => (
            <Table.Tr key={file_id}>
              <Table.Td>
                <strong>{path}</strong>
                <br />
                <Text span size="sm" c="dimmed">
                  {sizeText(size)}
                </Text>
              </Table.Td>
              <Table.Td>
                {sheets.join(', ') || '—'}
                {onComplete &&
                  completableOf(sheets).map((kind) => (
                    <Checkbox
                      key={kind}
                      mt="xs"
                      label={
                        sheets.length > 1
                          ? `La hoja ${kind} viene completa: lo que falte se quita`
                          : 'Esta hoja viene completa: lo que falte se quita'
                      }
                      checked={complete.includes(kind)}
                      onChange={({ currentTarget: { checked } }) =>
                        onComplete(
                          completableSheets.filter((each) =>
                            each === kind ? checked : complete.includes(each),
                          ),
                        )
                      }
                    />
                  ))}
              </Table.Td>
              <Table.Td className="number">{rows === null ? '—' : numberText(rows)}</Table.Td>
              <Table.Td>
                {!is_uploaded ? (
                  <Chip tone="wait">Incompleto</Chip>
                ) : sheets.length > 0 ? (
                  <Chip tone="good">Leído</Chip>
                ) : isReading ? (
                  <Chip>Leyendo</Chip>
                ) : wasChecked && state !== 'uploading' ? (
                  <Chip tone="bad">No se reconoce</Chip>
                ) : (
                  <Chip tone="good">Subido</Chip>
                )}
              </Table.Td>
              {onRemove && (
                <Table.Td ta="right">
                  <Button variant="subtle" aria-label={`Quitar ${path}`} onClick={() => onRemove(file_id)}>
                    Quitar
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
