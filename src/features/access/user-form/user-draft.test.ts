import { describe, expect, test } from 'vitest'
import type { User } from '#contract/access/users.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import {
  changeDraft,
  draftOf,
  emptyUser,
  errorsOfStep,
  mergeWithServer,
  toNewUser,
  toUserChange,
  validateUser,
} from './user-draft.ts'

const filled = changeDraft(emptyUser('fr'), {
  firstName: 'Nina',
  lastName: 'Novak',
  email: 'nina@example.com',
  cellPhone: '(312) 555-0177',
  roles: ['Driver'],
  vehicles: [{ id: 4, name: 'Van 4' }],
  approval_fleets: [{ id: 9, name: 'Pool' }],
})

const saved = (own: Partial<User> = {}): User =>
  ({
    id: 7,
    fleet_id: 3,
    rev: 5,
    firstName: 'Dora',
    lastName: 'Diaz',
    email: 'dora@example.com',
    cellPhone: '3125550101',
    language: 'en',
    roles: ['Driver'],
    vehicles: [],
    approval_fleets: [],
    address: null,
    city: 'Gary',
    state: 'IN',
    garaging_zip: null,
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS },
    text_notification_preferences: { ...TEXT_NOTIFICATIONS },
    ...own,
  }) as User

describe('user form', () => {
  test('USR-045: sends vehicles from the settings and approval fleets from the FMC page', () => {
    expect(toNewUser(filled, 'settings')).toMatchObject({ cellPhone: '3125550177', vehicle_ids: [4] })
    expect(toNewUser(filled, 'settings')).not.toHaveProperty('approvalFleetIds')
    expect(toNewUser(filled, 'fmc')).toMatchObject({ approvalFleetIds: [9] })
    expect(toNewUser(filled, 'fmc')).not.toHaveProperty('vehicle_ids')
  })

  test('USR-051 to USR-054: sends all keys of both channels, with defaults if none were chosen', () => {
    const { email_notification_preferences: email, text_notification_preferences: text } = toNewUser(
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

  test('USR-039: omits locked fields and clears emptied ones', () => {
    const changes = { cellPhone: '', city: ' ', email: 'other@example.com', roles: ['Manager' as const] }
    const body = toUserChange(7, changeDraft(draftOf(saved()), changes), 'fuel_card', ['email', 'roles'])
    expect(body).toEqual({ id: 7, cellPhone: null, city: null })
  })

  test('USR-072: a change sends only what differs, down to the switch, and an unchanged form nothing', () => {
    const opened = draftOf(saved())
    expect(toUserChange(7, opened, 'settings', [])).toBeNull()
    const changed = changeDraft(opened, {
      firstName: 'Doreen',
      vehicles: [{ id: 4, name: 'Van 4' }],
      email_notification_preferences: { ...EMAIL_NOTIFICATIONS, services_completed: true },
    })
    expect(toUserChange(7, changed, 'settings', [])).toEqual({
      id: 7,
      firstName: 'Doreen',
      added_vehicle_ids: [4],
      email_notification_preferences: { services_completed: true },
    })
  })

  test('USR-074: sends which vehicles were added and removed, and not the list', () => {
    const [van, truck, bus] = [4, 5, 6].map((id) => ({ id, name: `Vehicle ${id}` }))
    const opened = draftOf(saved({ vehicles: [van!, truck!] }))
    const changeTo = (vehicles: { id: number; name: string }[]) =>
      toUserChange(7, changeDraft(opened, { vehicles }), 'settings', [])
    expect(changeTo([bus!, truck!])).toEqual({ id: 7, added_vehicle_ids: [6], removed_vehicle_ids: [4] })
    expect(changeTo([van!])).toEqual({ id: 7, removed_vehicle_ids: [5] })
    expect(changeTo([truck!, van!])).toBeNull()
  })

  test('each step reports the errors of its own fields', () => {
    const codes = validateUser(
      changeDraft(filled, { email: ' ', roles: [], garaging_zip: 'H2X 1Y4' }),
      'settings',
      'US',
    )
    expect(errorsOfStep(1, codes)).toEqual({ email: ['required'], garaging_zip: ['zip'] })
    expect(errorsOfStep(2, codes)).toEqual({ roles: ['required'] })
    expect(validateUser(filled, 'settings', 'US')).toEqual({})
  })

  test('takes the changes of others, keeps the user’s own, and names fields that both changed', () => {
    const mine = changeDraft(draftOf(saved()), { firstName: 'Doreen', roles: ['Manager'] })
    const { draft, conflicts } = mergeWithServer(
      mine,
      saved({ rev: 6, firstName: 'Dorothy', city: 'Hobart' }),
    )
    expect(conflicts).toEqual(['firstName'])
    expect(draft.values).toMatchObject({ firstName: 'Doreen', roles: ['Manager'], city: 'Hobart' })
    expect(draft.base?.rev).toBe(6)
    expect(mergeWithServer(mine, saved({ rev: 6, firstName: 'Doreen' })).conflicts).toEqual([])
  })
})
