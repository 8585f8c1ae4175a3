import { parseFolio } from '@apoderados/contract/documents'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOffice } from '../../shared/api.ts'
import { useSchool } from '../../shared/school.ts'

/** Finds a document of the school by the folio on its paper. */
export function FolioCheck({ onFound }: { onFound: (folio: string) => void }) {
  const { id: school_id } = useSchool()
  const [text, setText] = useState('')
  const check = useMutation({
    mutationFn: async () => {
      const folio = parseFolio(text)
      if (!folio) throw new Error(officeMessages.unknownFolio)
      return callOffice('getIssuedDocument', { school_id, folio })
    },
    onSuccess: ({ folio }) => onFound(folio),
  })
  return (
    <section className="card card-body padded" aria-label="Comprobación">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          check.mutate()
        }}
      >
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            className="grow"
            label="Verificar un folio"
            placeholder="Por ejemplo, K3F7-92QM-X4TB-7H2D"
            value={text}
            error={check.error?.message}
            onChange={(event) => {
              setText(event.currentTarget.value)
              check.reset()
            }}
          />
          <Button type="submit" variant="light" loading={check.isPending} disabled={text.trim() === ''}>
            Verificar
          </Button>
        </Group>
      </form>
    </section>
  )
}
