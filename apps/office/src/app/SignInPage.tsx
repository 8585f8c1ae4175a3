import { useNavigate, useSearch } from '@tanstack/react-router'
import { SignIn } from '../features/session/SignIn.tsx'
import { meQuery, queryClient } from '../shared/queries.ts'
import { noteSessionStart } from '../shared/session.ts'

export function SignInPage() {
  const { volver = '/' } = useSearch({ from: '/ingreso' })
  const navigate = useNavigate()
  return (
    <SignIn
      onSignedIn={(me) => {
        noteSessionStart()
        queryClient.setQueryData(meQuery.queryKey, me)
        void navigate({ href: volver, replace: true })
      }}
    />
  )
}
