import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/queryClient.ts'
import { optionsOf } from '../../api/useApi.ts'

/** Requests the timetable, which determines the subjects' colours, unless it is cached; renders again with it. */
export const useSubjectColors = (student_id: number): unknown =>
  useQuery({ ...optionsOf('getCalendar', { student_id }), staleTime: Number.POSITIVE_INFINITY }, queryClient)
    .dataUpdatedAt
