import { type DocumentKind, documentKindNames, documentKinds } from '@apoderados/contract/documents'
import { type DocumentChoices, documentPictures } from '@apoderados/contract/office/documents'
import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Button, FileButton, Group, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadFile } from '../../shared/api.ts'
import { officeQuery, queryClient, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ConflictNotice, ErrorNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { PreviewButton } from '../documents/IssueDialog.tsx'

type Settings = OfficeResponseOf<'getDocumentSettings'>
const pictureNames = { signature: 'Imagen de la firma', logo: 'Logo propio' }

/** Which documents the school issues, and who signs them. */
export function DocumentsCard() {
  const { id: school_id } = useSchool()
  const settings = useQuery(officeQuery('getDocumentSettings', { school_id }))
  return (
    <Card
      title="Documentos con folio"
      aside={
        <Text size="sm" c="dimmed">
          lo que las familias descargan en Reportes
        </Text>
      }
    >
      <QueryContent query={settings} rows={6}>
        {(found) => <Form key={`${found.signer_name} ${found.signer_title}`} settings={found} />}
      </QueryContent>
    </Card>
  )
}

function Form({ settings }: { settings: Settings }) {
  const { id: school_id } = useSchool()
  const { kinds, signer_name, signer_title } = settings
  const before: DocumentChoices = { kinds, signer_name, signer_title }
  const [name, setName] = useState(signer_name)
  const [title, setTitle] = useState(signer_title)
  const { mutate, error, isPending } = useOfficeMutation('saveDocumentSettings', {
    changes: ['getDocumentSettings', 'listIssuedDocuments', 'getRegister'],
  })
  const change = (after: Partial<DocumentChoices>) =>
    mutate(
      { school_id, before, after: { ...before, ...after } },
      { onSuccess: ({ message }) => showToast(message) },
    )
  const toggle = (kind: DocumentKind, isOn: boolean) =>
    change({ kinds: documentKinds.filter((each) => (each === kind ? isOn : kinds.includes(each))) })
  return (
    <>
      <ConflictNotice error={error} />
      <ul className="rows">
        {documentKinds.map((kind) => (
          <li key={kind} className="row">
            <Switch
              className="grow"
              label={documentKindNames[kind]}
              checked={kinds.includes(kind)}
              disabled={isPending}
              onChange={(event) => toggle(kind, event.currentTarget.checked)}
            />
            <PreviewButton kind={kind} />
          </li>
        ))}
        <li className="row">
          <form
            className="grow"
            onSubmit={(event) => {
              event.preventDefault()
              change({ signer_name: name, signer_title: title })
            }}
          >
            <Group align="flex-end">
              <TextInput
                label="Quién firma"
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <TextInput
                label="Cargo"
                maxLength={100}
                value={title}
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
              <Button
                type="submit"
                variant="light"
                loading={isPending}
                disabled={name === signer_name && title === signer_title}
              >
                Guardar
              </Button>
            </Group>
          </form>
        </li>
        {documentPictures.map((picture) => (
          <PictureRow key={picture} picture={picture} settings={settings} />
        ))}
        <li className="row">
          <Text size="sm" c="dimmed">
            {settings.has_certificate
              ? 'Se firman con el certificado digital del colegio.'
              : 'Sin firma digital: este servidor no tiene un certificado del colegio.'}
          </Text>
        </li>
      </ul>
    </>
  )
}

type PictureRowProps = { picture: (typeof documentPictures)[number]; settings: Settings }

function PictureRow({ picture, settings }: PictureRowProps) {
  const { id: school_id } = useSchool()
  const isSet = picture === 'signature' ? settings.has_signature : settings.has_logo
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['getDocumentSettings'] })
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile('setDocumentPicture', { school_id, picture }, file),
    onSuccess: ({ message }) => showToast(message),
    onSettled: refresh,
  })
  const remove = useOfficeMutation('removeDocumentPicture', {
    changes: ['getDocumentSettings'],
    onSuccess: ({ message }) => showToast(message),
  })
  const name = pictureNames[picture]
  const without = picture === 'logo' ? 'Se usa la insignia del colegio' : 'Sin imagen'
  return (
    <li className="row">
      <div className="grow">
        {name}
        <br />
        <Text span size="sm" c="dimmed">
          {isSet ? 'Guardada. PNG o JPG de hasta 2 MB' : `${without}. PNG o JPG de hasta 2 MB`}
        </Text>
        <ErrorNotice error={upload.error ?? remove.error} />
      </div>
      {isSet && (
        <Button
          variant="subtle"
          aria-label={`Quitar: ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate({ school_id, picture })}
        >
          Quitar
        </Button>
      )}
      <FileButton accept="image/png,image/jpeg" onChange={(file) => file && upload.mutate(file)}>
        {(props) => (
          <Button {...props} variant="light" aria-label={`Elegir: ${name}`} loading={upload.isPending}>
            Elegir
          </Button>
        )}
      </FileButton>
    </li>
  )
}
