import { Link } from '../../shared/router.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { HOME } from './guard.ts'

/** The page for every path that is not in the route table (spec §2). */
export function NotFoundPage() {
  return (
    <div className="page">
      <PageHeading title="Not Found" className="mb-3" />
      <p className="mb-6 text-body text-text-2 leading-body">
        La página que buscas no existe o cambió de lugar.
      </p>
      <Link
        href={HOME}
        className="inline-flex min-h-(--control-h) items-center rounded-md bg-accent px-6 py-2 font-medium text-on-accent text-row hover:bg-accent-hover"
      >
        Volver a Inicio
      </Link>
    </div>
  )
}
