import CheckIcon from '@phosphor-icons/core/assets/bold/check-bold.svg?react'

/** The steps of a task: those before `current` are done. */
export const Steps = ({ names, current }: { names: string[]; current: number }) => (
  <ol className="steps">
    {names.map((name, step) => (
      <li
        key={name}
        data-state={step < current ? 'done' : step === current ? 'current' : 'next'}
        aria-current={step === current ? 'step' : undefined}
      >
        <span className="step-number">{step < current ? <CheckIcon /> : step + 1}</span>
        {name}
        {step < current && <span className="visually-hidden"> (listo)</span>}
      </li>
    ))}
  </ol>
)
