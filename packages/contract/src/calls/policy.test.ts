import { describe, expect, it } from 'vitest'
import { api, type CallName } from './api.ts'
import type { Call } from './call.ts'
import { type Policy, policies } from './policy.ts'

const callsWithPolicies = (Object.keys(api) as CallName[]).map((name): [CallName, Call, Policy] => [
  name,
  api[name],
  policies[name],
])
const namesWithCost = (cost: Policy['cost']) =>
  callsWithPolicies.filter(([, , policy]) => policy.cost === cost).map(([name]) => name)

describe('the policy', () => {
  it('puts calls that hash a password, and sign-outs, into cost classes of their own', () => {
    expect(namesWithCost('hash')).toEqual([
      'login',
      'confirmRecovery',
      'changePassword',
      'changePasswordWithToken',
    ])
    expect(namesWithCost('sign-out')).toEqual(['logout', 'endSession', 'revokeSession'])
  })

  it.each(callsWithPolicies.filter(([, , { audit }]) => audit))(
    'audits %s, a read with a session',
    (_, call) => {
      expect([call.method, call.needsSession]).toEqual(['GET', true])
    },
  )

  it.each(callsWithPolicies.filter(([, , { isDownload }]) => isDownload))(
    'counts %s, which sends a file, as a download',
    (_, call) => {
      expect([call.response, call.needsSession]).toEqual(['file', true])
    },
  )

  it('limits a parent only if the call has a session', () => {
    const perParent = callsWithPolicies.filter(([, , { hourlyLimits = [] }]) =>
      hourlyLimits.some(({ per }) => per === 'parent'),
    )
    expect(perParent.map(([, { needsSession }]) => needsSession)).toEqual([true, true, true, true])
  })
})
