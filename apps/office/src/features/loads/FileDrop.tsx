import { LOAD_BYTES_MAX } from '@apoderados/contract/office/loads'
import { Button, Group, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import UploadIcon from '@phosphor-icons/core/assets/regular/upload-simple.svg?react'
import { useRef } from 'react'

type FileDropProps = { isBusy: boolean; onFiles: (files: File[]) => void }

export function FileDrop({ isBusy, onFiles }: FileDropProps) {
  const openRef = useRef<() => void>(null)
  const folderRef = useRef<HTMLInputElement>(null)
  return (
    <Dropzone
      className="drop"
      openRef={openRef}
      activateOnClick={false}
      activateOnKeyboard={false}
      loading={isBusy}
      maxSize={LOAD_BYTES_MAX}
      onDrop={onFiles}
      inputProps={{ 'aria-label': 'Archivos de la entrega' }}
      tabIndex={-1}
    >
      <UploadIcon />
      <Title order={2}>Suelte aquí las planillas</Title>
      <Text size="sm" c="dimmed">
        Excel, CSV, la nómina de SIGE tal como se descarga, OneRoster, fotos, documentos o un zip con todo.
        Hasta 300 MB.
      </Text>
      <Group justify="center" mt="sm">
        <Button variant="light" onClick={() => openRef.current?.()}>
          Elegir archivos
        </Button>
        <Button variant="subtle" onClick={() => folderRef.current?.click()}>
          Elegir una carpeta
        </Button>
      </Group>
      <input
        ref={(input) => {
          folderRef.current = input
          if (input) input.webkitdirectory = true
        }}
        type="file"
        hidden
        multiple
        onChange={(event) => onFiles(Array.from(event.currentTarget.files ?? []))}
      />
    </Dropzone>
  )
}
