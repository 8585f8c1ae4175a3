import { Text } from '@mantine/core'
import CheckIcon from '@phosphor-icons/core/assets/regular/check.svg?react'
import FileIcon from '@phosphor-icons/core/assets/regular/file-text.svg?react'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { NoticeText } from './NoticeText.tsx'
import type { Draft } from './noticeDraft.ts'

type Props = { notice_id: number; draft: Draft; isCorrection?: boolean }

/** The notice as a family's phone shows it. */
export function PhonePreview({ notice_id, draft, isCorrection = false }: Props) {
  const { id: school_id, name } = useSchool()
  const { data } = useQuery(officeQuery('getNoticeReach', { school_id, notice_id }))
  const sample = data?.sample
  return (
    <aside aria-label="Vista previa">
      <Text size="sm" c="dimmed" mb="xs">
        {sample ? `Así lo ve ${sample.guardian}, de ${sample.course}` : 'Así se ve en un celular'}
      </Text>
      <div className="phone">
        {sample && (
          <div className="phone-head">
            <Avatar name={sample.student} />
            <span>
              <strong>{sample.student}</strong>
              <br />
              <Text span size="sm" c="dimmed">
                {sample.course}
              </Text>
            </span>
          </div>
        )}
        <div className="phone-page notice-text">
          <Text size="sm" c="dimmed">
            {`${name} · ${whenText(draft.send_at ?? new Date())}${isCorrection ? ' · Corregido' : ''}`}
          </Text>
          <p className="phone-title">{draft.title || 'Sin título'}</p>
          <NoticeText text={draft.body} />
          {draft.files.map(({ file_id, name: file }) => (
            <p key={file_id} className="notice-file">
              <FileIcon />
              {file}
            </p>
          ))}
          {draft.asks_receipt && (
            <p className="phone-button">
              <CheckIcon />
              Acuso recibo
            </p>
          )}
        </div>
      </div>
    </aside>
  )
}
