import { describe, expect, test } from 'vitest'
import type { User } from '#contract/access/users.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import {
  changed,
  draftOf,
  emptyUser,
  merged,
  problemsOf,
  problemsOfStep,
  toChange,
  toNew,
} from './user-draft.ts'

const filled = changed(emptyUser('fr'), {
  ...{ firstName: 'Nina', lastName: 'Novak', email: 'nina@example.com', cellPhone: '(312) 555-0177' },
  ...{ roles: ['Driver'], vehicles: [{ id: 4, name: 'Van 4' }], approval_fleets: [{ id: 9, name: 'Pool' }] },
})

const saved = (own: Partial<User> = {}): User =>
  ({
    ...{ id: 7, fleet_id: 3, rev: 5, firstName: 'Dora', lastName: 'Diaz', email: 'dora@example.com' },
    ...{ cellPhone: '3125550101', language: 'en', roles: ['Driver'], vehicles: [], approval_fleets: [] },
    ...{ address: null, city: 'Gary', state: 'IN', garaging_zip: null },
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS },
    text_notification_preferences: { ...TEXT_NOTIFICATIONS },
    ...own,
  }) as User

describe('the form of a user', () => {
  test('USR-045: vehicles go along from the settings, approval fleets from the FMC page', () => {
    expect(toNew(filled, 'settings')).toMatchObject({ cellPhone: '3125550177', vehicle_ids: [4] })
    expect(toNew(filled, 'settings')).not.toHaveProperty('approvalFleetIds')
    expect(toNew(filled, 'fmc')).toMatchObject({ approvalFleetIds: [9] })
    expect(toNew(filled, 'fmc')).not.toHaveProperty('vehicle_ids')
  })

  test('USR-051 to USR-054: all keys of both sets go along, with the defaults of who never chose', () => {
    const { email_notification_preferences: email, text_notification_preferences: text } = toNew(
      filled,
      'settings',
    )
    expect(Object.entries(email ?? {}).filter(([, isOn]) => isOn)).toEqual([
      ['approvals_required', true],
      ['approvals_submitted', true],
    ])
    expect(Object.keys(email ?? {})).toHaveLength(9)
    expect(Object.values(text ?? {})).toEqual([false, false, false, false, false])
  })

  test('USR-039: what is locked is not sent; what was emptied is taken away', () => {
    const body = toChange(7, changed(draftOf(saved()), { cellPhone: '', city: ' ' }), 'fuel_card', [
      'email',
      'roles',
    ])
    expect(body).toMatchObject({ id: 7, firstName: 'Dora', cellPhone: null, city: null, state: 'IN' })
    expect(body).not.toHaveProperty('email')
    expect(body).not.toHaveProperty('roles')
  })

  test('each step says what is wrong with its own fields', () => {
    const codes = problemsOf(
      changed(filled, { email: ' ', roles: [], garaging_zip: 'H2X 1Y4' }),
      'settings',
      'US',
    )
    expect(problemsOfStep(1, codes)).toEqual({ email: ['required'], garaging_zip: ['zip'] })
    expect(problemsOfStep(2, codes)).toEqual({ roles: ['required'] })
    expect(problemsOf(filled, 'settings', 'US')).toEqual({})
  })

  test('what only others changed is theirs, what the person changed stays, what both changed is named', () => {
    const mine = changed(draftOf(saved()), { firstName: 'Doreen', roles: ['Manager'] })
    const { draft, conflicts } = merged(mine, saved({ rev: 6, firstName: 'Dorothy', city: 'Hobart' }))
    expect(conflicts).toEqual(['firstName'])
    expect(draft.values).toMatchObject({ firstName: 'Doreen', roles: ['Manager'], city: 'Hobart' })
    expect(draft.base?.rev).toBe(6)
    expect(merged(mine, saved({ rev: 6, firstName: 'Doreen' })).conflicts).toEqual([])
  })
})
