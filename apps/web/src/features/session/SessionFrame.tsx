import type { ReactNode } from 'react'
import { config } from '../../config.ts'
import { HelpButton } from '../../shared/ui/help/HelpButton.tsx'
import { Logo } from '../../shared/ui/page/Logo.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { LoginFoot, LoginPanel } from './LoginArches.tsx'

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
    <main className="login">
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
          Versión {config.appVersion}
        </p>
      </div>
      <LoginPanel />
    </main>
  )
}
