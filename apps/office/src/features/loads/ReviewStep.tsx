import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import BellIcon from '@phosphor-icons/core/assets/regular/bell.svg?react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { DeliveredFiles } from './DeliveredFiles.tsx'
import {
  type CompletableSheet,
  expectedNewsText,
  familiesText,
  type Load,
  type LoadAnswers,
  type Review,
} from './load.ts'
import { ReviewChanges } from './ReviewChanges.tsx'
import { EmailQuestion, RemovalQuestion } from './reviewQuestions.tsx'

/** What the delivery would change, and the questions that are answered before it is saved. */
export function ReviewStep({ load, review }: { load: Load; review: Review }) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const load_id = load.id
  const [answers, setAnswers] = useState(load.answers as LoadAnswers)
  const answer = useOfficeMutation('answerLoad', { changes: ['getLoad'] })
  const apply = useOfficeMutation('applyLoad', { changes: ['getLoad', 'listLoads'] })
  const discard = useOfficeMutation('discardLoad', {
    changes: ['listLoads'],
    onSuccess: () =>
      void navigate({ to: '/colegios/$schoolId/carga', params: { schoolId: String(school_id) } }),
  })
  const send = (next: LoadAnswers) => {
    setAnswers(next)
    answer.mutate({ school_id, load_id, ...next })
  }
  const check = useOfficeMutation('checkLoad', { changes: ['getLoad'] })
  const [complete, setComplete] = useState<CompletableSheet[]>(load.complete as CompletableSheet[])
  const isCompleteChanged = complete.join() !== load.complete.join()
  const questions = review.removals.length + (review.emails.length > 0 ? 1 : 0)
  const { missing } = load
  return (
    <div className="columns">
      <div>
        {load.is_outdated && (
          <Alert className="notice error" title="Los datos cambiaron desde este ensayo. Revise de nuevo." />
        )}
        <ReviewChanges review={review} />
        <DeliveredFiles load={load} {...(load.is_own && { complete, onComplete: setComplete })} />
        {isCompleteChanged && (
          <Button
            variant="light"
            loading={check.isPending}
            onClick={() => check.mutate({ school_id, load_id, complete })}
          >
            Repetir el ensayo
          </Button>
        )}
      </div>
      <div>
        {questions > 0 && (
          <Card title="Antes de guardar, responda" aside={`${questions - missing.length} de ${questions}`}>
            <Stack className="card-body" gap="lg">
              {review.removals.map((removal) => (
                <RemovalQuestion
                  key={removal.kind}
                  removal={removal}
                  answer={answers.removals[removal.kind as keyof LoadAnswers['removals']]}
                  onAnswer={(next) =>
                    send({ ...answers, removals: { ...answers.removals, [removal.kind]: next } })
                  }
                />
              ))}
              {review.emails.length > 0 && (
                <EmailQuestion
                  emails={review.emails}
                  answer={answers.emails}
                  onAnswer={(emails) => send({ ...answers, emails })}
                />
              )}
            </Stack>
          </Card>
        )}
        <Alert
          className="notice"
          icon={<BellIcon />}
          title={
            review.told.families > 0
              ? `Se avisará a ${familiesText(review.told.families)}`
              : 'No habrá avisos a las familias'
          }
        >
          {expectedNewsText(review.told.news)}
        </Alert>
        <ErrorNotice error={answer.error ?? apply.error ?? discard.error ?? check.error} />
        {load.is_own && (
          <Group>
            <Button
              loading={apply.isPending}
              disabled={missing.length > 0 || answer.isPending || isCompleteChanged}
              onClick={() => apply.mutate({ school_id, load_id })}
            >
              Guardar los cambios
            </Button>
            <Button variant="subtle" onClick={() => discard.mutate({ school_id, load_id })}>
              Descartar
            </Button>
            {missing.length > 0 && (
              <Text size="sm" c="dimmed">
                {missing.length === 1 ? 'Falta 1 respuesta' : `Faltan ${missing.length} respuestas`}
              </Text>
            )}
          </Group>
        )}
      </div>
    </div>
  )
}
