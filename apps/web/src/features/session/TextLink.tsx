import { Link } from '../../shared/router.tsx'

/** A text link with the height of a touch target. */
export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-(--touch) items-center rounded-sm font-semibold text-accent-text text-small"
    >
      {children}
    </Link>
  )
}
