import { Logo } from '../../shared/ui/page/Logo.tsx'

/** Shows only the logo, while the frame or its profile loads. */
export function Shell() {
  return (
    <div className="grid min-h-(--page-h) place-items-center" aria-busy="true">
      <Logo className="size-16" />
      <span className="sr-only">Cargando</span>
    </div>
  )
}
