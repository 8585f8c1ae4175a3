import { ActionIcon, Alert, Text } from '@mantine/core'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import WorkbookIcon from '@phosphor-icons/core/assets/regular/file-xls.svg?react'
import TableIcon from '@phosphor-icons/core/assets/regular/table.svg?react'
import TrashIcon from '@phosphor-icons/core/assets/regular/trash.svg?react'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../shared/api.ts'
import { useSchool } from '../../shared/school.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'

const templates = [
  { template: 'book', name: 'Libro vacío', line: '17 hojas, con listas y notas', Icon: WorkbookIcon },
  { template: 'grades', name: 'Notas por curso', line: 'Estudiantes × pruebas', Icon: TableIcon },
  { template: 'attendance', name: 'Asistencia por curso', line: 'Estudiantes × días', Icon: TableIcon },
] as const

/** The workbooks to fill in, with the school's own courses and students. */
export function Templates() {
  const { id: school_id } = useSchool()
  const download = useMutation({
    mutationFn: (template: (typeof templates)[number]['template']) =>
      downloadFile('getLoadTemplate', { school_id, template }),
  })
  return (
    <>
      <Card title="Plantillas">
        <ul className="rows">
          {templates.map(({ template, name, line, Icon }) => (
            <li key={template} className="row">
              <Icon aria-hidden="true" />
              <span className="grow">
                <strong>{template === 'book' ? `${name} ${new Date().getFullYear()}` : name}</strong>
                <br />
                <Text span size="sm" c="dimmed">
                  {line}
                </Text>
              </span>
              <ActionIcon
                variant="subtle"
                aria-label={`Descargar ${name}`}
                loading={download.isPending && download.variables === template}
                onClick={() => download.mutate(template)}
              >
                <DownloadIcon />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <ErrorNotice error={download.error} title="No se pudo descargar" />
      </Card>
      <Alert className="notice" icon={<TrashIcon />} title="Borre sus copias después">
        También de Descargas y de la papelera.
      </Alert>
    </>
  )
}
