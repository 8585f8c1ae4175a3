import type { ReactNode } from 'react'
import { config } from '../../config.ts'
import { arch } from '../../shared/ui/content/arch.ts'
import { HelpButton } from '../../shared/ui/help/HelpButton.tsx'
import { Logo } from '../../shared/ui/page/Logo.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'

type Props = {
  title: string
  /** The visible heading, if it differs from the title. */
  heading?: string
  /** One sentence of instructions. */
  lead: string
  children: ReactNode
}

/** The frame around the pages without a session. */
export function SessionFrame({ title, heading = title, lead, children }: Props) {
  return (
    <main className="flex overflow-x-clip">
      <div className="flex min-h-(--page-h) min-w-0 flex-1 flex-col">
        <div className="mx-auto w-full max-w-119 flex-1 px-6 pt-16 lg:flex lg:max-w-107 lg:flex-col lg:justify-center">
          <p className="wrap-break-word flex flex-wrap items-center gap-x-3 font-bold text-h2 tracking-title lg:text-h3">
            <Logo className="size-10" />
            Apoderados
          </p>
          <PageHeading title={title} className="mt-11">
            {heading}
          </PageHeading>
          <p className="mt-2 text-body text-text-2">{lead}</p>
          {children}
          <p className="mt-2 text-center">
            <HelpButton />
          </p>
        </div>
        <LoginFoot />
        <p className="hidden pb-7 text-center text-caption text-text-2 lg:block">
          {`Versión ${config.appVersion}`}
        </p>
      </div>
      <LoginPanel />
    </main>
  )
}

/** The drawing at the bottom of a page on a phone or tablet. A wider screen shows more of its outer arches. */
function LoginFoot() {
  return (
    <svg
      viewBox="0 0 390 140"
      className="mt-8 block h-35 w-full overflow-visible low:hidden lg:hidden"
      aria-hidden="true"
    >
      <path className="fill-sunk" d={arch(20, 150, 148, 99)} />
      <path className="fill-sunk" d={arch(372, 150, 172, 118)} />
      <path className="fill-accent-soft" d={arch(190, 150, 196, 150)} />
      <path className="fill-bg" d={arch(190, 150, 128, 109)} />
      <path className="fill-accent" d={arch(190, 150, 68, 67)} />
    </svg>
  )
}

/** The panel beside the form on a desktop. */
function LoginPanel() {
  return (
    <div className="sticky top-(--safe-top) hidden h-(--page-h) flex-1 overflow-clip bg-brand lg:block">
      <p className="px-14 pt-15 font-bold text-figure text-white leading-tight tracking-title">
        El día a día del colegio,
        <br />
        en un solo lugar.
      </p>
      <svg viewBox="0 0 640 380" className="absolute inset-x-0 bottom-0 w-full" aria-hidden="true">
        <g className="fill-brand-arch">
          <path opacity=".4" d={arch(40, 400, 370, 230)} />
          <path opacity=".6" d={arch(40, 400, 210, 150)} />
          <path opacity=".4" d={arch(640, 400, 370, 290)} />
          <path opacity=".6" d={arch(640, 400, 210, 201)} />
          <path d={arch(330, 400, 520, 400)} />
        </g>
        <path className="fill-brand" d={arch(330, 400, 372, 316)} />
        <path className="fill-white" d={arch(330, 400, 176, 170)} />
      </svg>
    </div>
  )
}
