import type { Student } from '@apoderados/contract/profile'

/** Returns the first word of a name: 'Martina' of 'Martina Antonia'. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Returns the student's display name: the social name if there is one, else first name and first surname. */
export function shownName({ social_name, name, last_name }: Student): string {
  return social_name || `${firstName(name)} ${last_name}`
}

/** Returns the display name, or the full name if another of `students` has the same display name. */
export function nameAmong(students: Student[], student: Student): string {
  const name = shownName(student)
  return students.filter((other) => shownName(other) === name).length > 1 ? fullName(student) : name
}

/** The first word of the social name or, without one, of the name: 'Tomás'. */
export const shortName = ({ social_name, name }: Student): string => firstName(social_name || name)

export function fullName(person: {
  name: string
  last_name: string
  second_last_name?: string | null
}): string {
  return [person.name, person.last_name, person.second_last_name].filter(Boolean).join(' ')
}

/** Returns the initials of the first two words: 'MS' of 'Martina Sepúlveda'. */
export function initials(shown: string): string {
  const words = shown.split(/\s+/).filter(Boolean).slice(0, 2)
  return words.map((word) => Array.from(word)[0]?.toLocaleUpperCase('es-CL')).join('')
}
