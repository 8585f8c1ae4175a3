import { Link } from '../../shared/router.tsx'
import { Logo } from '../../shared/ui/Logo.tsx'
import { PageHeading } from '../../shared/ui/PageHeading.tsx'

/** What both recovery pages show: their title, and whom to ask meanwhile. */
export function RecoveryFrame({ title }: { title: string }) {
  return (
    <main className="mx-auto min-h-dvh max-w-119 px-6 pt-16 pb-8">
      <p className="flex items-center gap-3 font-bold text-h2 tracking-title">
        <Logo className="size-10" />
        Apoderados
      </p>
      <PageHeading title={title} className="mt-11" />
      <p className="mt-3 text-body text-text-2 leading-body">
        Por ahora, pide a tu establecimiento que restablezca tu contraseña.
      </p>
      <p className="mt-4">
        <Link
          href="/login"
          className="inline-flex min-h-(--touch) items-center rounded-sm font-semibold text-accent-text text-small"
        >
          Volver a iniciar sesión
        </Link>
      </p>
    </main>
  )
}
