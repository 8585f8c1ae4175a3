import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/queryClient.ts'
import { optionsOf } from '../../api/useApi.ts'

/** Requests the timetable, from which `railColor` gets the colours, unless it is cached; renders again once loaded. */
export const useSubjectColors = (student_id: number): unknown =>
  useQuery({ ...optionsOf('getCalendar', { student_id }), staleTime: Number.POSITIVE_INFINITY }, queryClient)
    .dataUpdatedAt
