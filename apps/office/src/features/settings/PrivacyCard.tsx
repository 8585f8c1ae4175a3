import { type SchoolSettings, schoolSettingNames } from '@apoderados/contract/office/settings'
import { Button, Group, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ConflictNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'

/** Who is responsible for the data by law, and whom families ask. */
export function PrivacyCard() {
  const { id: school_id } = useSchool()
  const settings = useQuery(officeQuery('getSettings', { school_id }))
  return (
    <Card title="Privacidad">
      <QueryContent query={settings} rows={3}>
        {({ school }) => <PrivacyForm key={JSON.stringify(school)} school={school} />}
      </QueryContent>
    </Card>
  )
}

function PrivacyForm({ school }: { school: SchoolSettings }) {
  const { id: school_id } = useSchool()
  const [name, setName] = useState(school.controller_name ?? '')
  const [contact, setContact] = useState(school.privacy_contact ?? '')
  const [isPublic, setPublic] = useState(school.controller_is_public)
  const { mutate, error, isPending } = useOfficeMutation('changeSchoolSettings', {
    changes: ['getSettings', 'getRegister'],
    onSuccess: ({ message }) => showToast(message),
  })
  const after = {
    ...school,
    controller_name: name.trim() || null,
    privacy_contact: contact.trim() || null,
    controller_is_public: isPublic,
  }
  const isSame = JSON.stringify(after) === JSON.stringify(school)
  return (
    <div className="breach">
      <ConflictNotice error={error} />
      <TextInput
        label={schoolSettingNames.controller_name}
        description="El sostenedor. Lo leen las familias y va en los avisos de vulneraciones."
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Radio.Group
        label={schoolSettingNames.controller_is_public}
        value={isPublic ? 'public' : 'private'}
        onChange={(value) => setPublic(value === 'public')}
      >
        <Group mt="xs">
          <Radio value="public" label="Organismo público" />
          <Radio value="private" label="Persona o entidad privada" />
        </Group>
      </Radio.Group>
      <TextInput
        label={schoolSettingNames.privacy_contact}
        description="Un correo al que escribir por sus datos."
        maxLength={120}
        value={contact}
        onChange={(event) => setContact(event.currentTarget.value)}
      />
      <Button
        variant="light"
        loading={isPending}
        disabled={isSame}
        onClick={() => mutate({ school_id, before: school, after })}
      >
        Guardar
      </Button>
    </div>
  )
}
