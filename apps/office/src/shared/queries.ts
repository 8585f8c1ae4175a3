import type { OfficeRequestOf, OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { keepPreviousData, QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { callOffice, type JsonCallName, OfficeError } from './api.ts'
import { confirmIdentity } from './confirmIdentity.tsx'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal; only a lost connection or a busy server is asked again.
      retry: (count, error) => count < 1 && (!(error instanceof OfficeError) || (error.status ?? 503) >= 502),
    },
  },
})

/** The query of a call that reads; its key begins with the call's name. */
export const officeQuery = <N extends JsonCallName>(name: N, request: OfficeRequestOf<N>) =>
  queryOptions({
    queryKey: [name, request] as const,
    queryFn: ({ signal }): Promise<OfficeResponseOf<N>> => callOffice(name, request, signal),
    placeholderData: keepPreviousData,
  })

export const meQuery = officeQuery('getMe', {})

/** Runs `call`; if the server wants the second factor again, asks for it and repeats the call. */
export async function withConfirmation<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof OfficeError) || !error.reason) throw error
    if (!(await confirmIdentity(error.message))) throw error
    return call()
  }
}

export const callConfirmed = <N extends JsonCallName>(name: N, request: OfficeRequestOf<N>) =>
  withConfirmation(() => callOffice(name, request))

/** A mutation that makes a call and then refreshes the queries of the calls in `changes`. */
export const useOfficeMutation = <N extends JsonCallName>(
  name: N,
  {
    changes = [],
    onSuccess,
  }: { changes?: JsonCallName[]; onSuccess?: (data: OfficeResponseOf<N>) => void } = {},
) =>
  useMutation<OfficeResponseOf<N>, Error, OfficeRequestOf<N>>({
    mutationFn: (request) => callConfirmed(name, request),
    onSuccess: (data) => onSuccess?.(data),
    onSettled: () =>
      Promise.all(changes.map((changed) => queryClient.invalidateQueries({ queryKey: [changed] }))),
  })
