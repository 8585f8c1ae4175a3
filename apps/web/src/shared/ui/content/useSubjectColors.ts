import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/queryClient.ts'
import { optionsOf } from '../../api/useApi.ts'

/** Requests the week that the rails' colours come from, unless it is there, and renders again when it comes. */
export const useSubjectColors = (student_id: number): unknown =>
  useQuery({ ...optionsOf('getCalendar', { student_id }), staleTime: Number.POSITIVE_INFINITY }, queryClient)
    .dataUpdatedAt
