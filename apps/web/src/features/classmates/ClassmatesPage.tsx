import type { Classmate } from '@apoderados/contract/classmates'
import type { Student } from '@apoderados/contract/profile'
import MagnifyingGlass from '@phosphor-icons/core/assets/regular/magnifying-glass.svg?react'
import { useState } from 'react'
import { config } from '../../config.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { isSettled, useOpenItem } from '../../shared/searchParams.ts'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { ClassmateDetail } from './ClassmateDetail.tsx'

/** spec §2, compañeros: the other students of the course in the server's order, by list number. */
export function ClassmatesPage({ student }: { student: Student }) {
  const query = useApi('getClassmates', { student_id: student.id })
  const [wanted, setWanted] = useState('')
  const classmates = query.data?.classmates ?? [] // spec §8: empty after a failed load
  const matching = classmates.filter((classmate) => isFound(classmate, wanted))
  const { item: selected, open, close } = useOpenItem('companero', classmates, isSettled(query))
  const isLong = classmates.length > config.filterFrom || wanted !== ''
  return (
    <DataPage
      title="Compañeros"
      query={query}
      heading={<Heading count={classmates.length} />}
      skeleton={<ClassmatesSkeleton />}
    >
      <div className="beside">
        <div className="@container min-w-0">
          {isLong && <SearchField value={wanted} onChange={setWanted} />}
          <p role="status" className="sr-only">
            {wanted && `${matching.length} de ${classmates.length}`}
          </p>
          {matching.length === 0 ? (
            <EmptyList
              isExpected={classmates.length > 0}
              isIncomplete={query.isLoadingError}
              hint={
                classmates.length > 0
                  ? 'Nadie del curso se llama así.'
                  : 'Aquí aparecerán los compañeros de curso y sus apoderados.'
              }
            />
          ) : (
            <ul className="card @min-[48rem]:grid @min-[48rem]:grid-cols-2 @min-[48rem]:[&>li:nth-child(2)_.row-body]:border-transparent">
              {matching.map((classmate) => (
                <ClassmateRow
                  key={classmate.enrollment_id}
                  classmate={classmate}
                  isChosen={classmate === selected}
                  onOpen={() => open(classmate.enrollment_id)}
                />
              ))}
            </ul>
          )}
        </div>
        <ClassmateDetail classmate={selected} all={classmates} onClose={close} />
      </div>
    </DataPage>
  )
}

function ClassmatesSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className="grid gap-4">
          <div className="skeleton-bar h-(--control-h)" />
          <SkeletonRows count={10} />
        </div>
      </div>
    </Skeleton>
  )
}

function Heading({ count }: { count: number }) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <PageHeading title="Compañeros" />
      {count > 0 && (
        <p className="text-body text-text-2">{count === 1 ? '1 compañero' : `${count} compañeros`}</p>
      )}
    </div>
  )
}

type SearchFieldProps = { value: string; onChange: (text: string) => void }

function SearchField({ value, onChange }: SearchFieldProps) {
  return (
    <div className="relative mb-4">
      <MagnifyingGlass className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5.5 text-text-2" />
      <input
        type="search"
        aria-label="Buscar por nombre, apoderado o número"
        placeholder="Nombre, apoderado o número"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-box block h-(--control-h) w-full pr-4 pl-13 text-row"
      />
    </div>
  )
}

type ClassmateRowProps = { classmate: Classmate; isChosen: boolean; onOpen: () => void }

function ClassmateRow({ classmate, isChosen, onOpen }: ClassmateRowProps) {
  const { student, list_number, enrollment_id, profile_image } = classmate
  return (
    <ListRow
      start={
        <span className="my-1.5 flex items-center gap-3">
          <span className="min-w-10 text-right text-caption text-text-2 tabular-nums">{`N° ${list_number}`}</span>{' '}
          <Avatar
            id={enrollment_id}
            name={`${firstName(student.name)} ${student.last_name}`}
            photo={profile_image}
          />
        </span>
      }
      title={fullName(student)}
      isChosen={isChosen}
      onOpen={onOpen}
    />
  )
}

/** The text in lower case, without accents and apostrophes: 'nunez' then finds Núñez, and 'ohiggins' O'Higgins. */
const searchableText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}'’‘´`]/gu, '')
    .toLowerCase()

/**
 * Whether the names of the classmate and the guardians contain each word of `wanted`, the typed text, or a word is the
 * list number; an empty text finds everybody.
 */
export function isFound({ student, parents, list_number }: Classmate, wanted: string): boolean {
  const names = searchableText([student, ...parents].map(fullName).join(' '))
  return searchableText(wanted)
    .split(/\s+/)
    .every((word) => names.includes(word) || word === String(list_number))
}
