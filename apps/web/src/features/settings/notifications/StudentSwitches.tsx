import type { NewsKind } from '@apoderados/contract/news'
import { kindLabels, type StudentChoice, shownKinds } from './choice.ts'
import { Switch } from './Switch.tsx'

type Props = {
  /** The student's name as it differs from those of the parent's other children. */
  name: string
  choice: StudentChoice
  onChange: (kinds: readonly NewsKind[], isOn: boolean) => void
}

/** The switches for the kinds of news about one student. */
export function StudentSwitches({ name, choice: { kinds }, onChange }: Props) {
  const isOn = (kind: NewsKind) => kinds[kind] ?? true
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-row">Avisos de {name}</legend>
      <div className="switches">
        <Switch
          label="Todo"
          name={`Todo de ${name}`}
          isStrong={true}
          isOn={shownKinds.every(isOn)}
          onChange={(all) => onChange(shownKinds, all)}
        />
        {shownKinds.map((kind) => (
          <Switch
            key={kind}
            label={kindLabels[kind]}
            name={`${kindLabels[kind]} de ${name}`}
            isOn={isOn(kind)}
            onChange={(on) => onChange([kind], on)}
          />
        ))}
      </div>
    </fieldset>
  )
}
