import type { Notice } from '@apoderados/contract/notices'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Megaphone from '@phosphor-icons/core/assets/regular/megaphone-simple.svg?react'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api/useApi.ts'
import { useDetailParam } from '../searchParams.ts'
import { useSession } from '../session/store.ts'
import { dayAndMonth, localTimeOf } from '../text/format.ts'
import { Chip } from '../ui/content/Chip.tsx'
import { NewMark } from '../ui/content/NewMark.tsx'
import { NoticeSheet } from './NoticeSheet.tsx'

/** Whether a notice still asks something of the parent: its receipt, or to be opened. */
const isDue = ({ asks_receipt, received_at, is_read }: Notice) =>
  asks_receipt ? received_at === null : !is_read

/** The school's notices until they are read or confirmed, and the one that the address opens. */
export function NoticeCards() {
  const { students = [] } = useSession()
  const query = useApi('getNotices', {})
  const [opened, open, close] = useDetailParam('comunicado')
  const news = useApi('getNews', {})
  // A notice that the news tell of may be newer than the list.
  const newest = news.data?.news.find(({ kind }) => kind === 'notice')?.id
  const refetch = useEffectEvent(() => {
    if (newest !== undefined && news.dataUpdatedAt > query.dataUpdatedAt && !query.isFetching)
      void query.refetch()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest notice refetches the list
  useEffect(() => refetch(), [newest])
  if (!query.data) return null
  const { notices } = query.data
  const due = notices.filter(isDue)
  return (
    <>
      {due.length > 0 && (
        <section aria-label="Comunicados" className="mb-5 lg:mb-7">
          <ul className="card">
            {due.map((notice) => (
              <li key={notice.id}>
                <button type="button" onClick={() => open(String(notice.id))} className="row">
                  <Megaphone className="size-5.5 shrink-0 self-center text-accent-text" />
                  <span className="row-body">
                    <span className="min-w-0">
                      <span className="wrap-break-word block font-medium text-body">{notice.title}</span>{' '}
                      <span className="mt-0.5 block text-small text-text-2">
                        {`${notice.sender} · ${dayAndMonth(localTimeOf(notice.sent_at).day)}`}
                      </span>
                    </span>
                    <span className="ml-auto">
                      {notice.asks_receipt ? <Chip tone="accent">Acuso recibo</Chip> : <NewMark />}
                    </span>
                  </span>
                  <CaretRight className="size-4.5 shrink-0 self-center text-text-3" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <NoticeSheet
        notice={notices.find(({ id }) => String(id) === opened)}
        isAddressed={opened !== undefined}
        isSettled={query.isSuccess && !query.isFetching}
        students={students ?? []}
        onClose={close}
      />
    </>
  )
}
