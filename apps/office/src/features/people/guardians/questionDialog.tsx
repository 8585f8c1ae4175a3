import { useOfficeMutation } from '../../../shared/queries.ts'
import { useSchool } from '../../../shared/school.ts'
import { ActDialog } from '../ActDialog.tsx'
import { thenClose } from '../peopleWrites.ts'
import type { GuardianDialogProps } from './guardianDialogs.tsx'

type Question = { verb: string; about: (props: GuardianDialogProps) => string }

/** Returns a dialog that asks before a call about the link, or about the account alone. */
export function questionDialog(
  name: 'restoreAccess' | 'removeLink' | 'unlockGuardian' | 'closeAccount' | 'openAccount',
  { verb, about }: Question,
) {
  return function QuestionDialog(props: GuardianDialogProps) {
    const { guardian, student, onClose } = props
    const { id: school_id } = useSchool()
    const call = useOfficeMutation(name, thenClose(onClose))
    const link = { school_id, student_id: student.id, parent_id: guardian.id }
    const isAboutLink = name === 'restoreAccess' || name === 'removeLink'
    return (
      <ActDialog
        title={`¿${verb} de ${guardian.name}?`}
        about={about(props)}
        verb={verb}
        error={call.error}
        isPending={call.isPending}
        onSubmit={() => call.mutate(isAboutLink ? link : { school_id, parent_id: guardian.id })}
        onClose={onClose}
      />
    )
  }
}
