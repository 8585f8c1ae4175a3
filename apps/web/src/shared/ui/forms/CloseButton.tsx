import X from '@phosphor-icons/core/assets/bold/x-bold.svg?react'

export function CloseButton({ className = '', onClose }: { className?: string; onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Cerrar"
      onClick={onClose}
      className={`grid size-11 shrink-0 place-items-center rounded-full bg-sunk text-text-2 ${className}`}
    >
      <X className="size-4.5" />
    </button>
  )
}
