import { expect, it } from 'vitest'
import {
  changesToStore,
  restoreDraft,
  toDraft,
  toDraftFields,
  toFleetChange,
  toNewFleet,
  validateFleet,
} from './fleet-draft.ts'

const draft = {
  ...toDraft(null, 'US'),
  name: ' Acme ',
  firstName: 'Ada',
  lastName: 'Day',
  email: 'ada@acme.example',
}

it('sends the typed values, and null for empty ones (FMC-025)', () => {
  expect(toNewFleet({ ...draft, zip: ' 60601 ', fleet_payment_type: 'wex' })).toEqual({
    fleet: {
      name: 'Acme',
      region: null,
      rep: null,
      other_id: null,
      country: 'US',
      fleet_payment_type: 'wex',
      share_wex_number: false,
      has_subscription: false,
      address_attributes: { address_line1: null, city: null, state: null, zip: '60601' },
    },
    owner: { firstName: 'Ada', lastName: 'Day', email: 'ada@acme.example', cellPhone: null },
  })
  expect(toNewFleet({ ...draft, time_zone: 'America/Denver' }).fleet).toHaveProperty(
    'time_zone',
    'America/Denver',
  )
  expect(toFleetChange({ ...draft, time_zone: 'America/Denver' })).not.toHaveProperty('time_zone')
  expect(toNewFleet({ ...draft, invitesOwner: false })).not.toHaveProperty('owner')
  expect(toFleetChange(draft)).not.toHaveProperty('country')
})

it('keeps the payment type of a fleet, which cannot be removed', () => {
  const initial = { ...toDraft(null, 'US'), fleet_payment_type: 'wex' as const }
  expect(restoreDraft({ fleet_payment_type: '', region: 'North' }, initial)).toEqual({
    ...initial,
    region: 'North',
  })
})

it('reports errors by field, and requires an owner only if one is invited', () => {
  const empty = toDraft(null, 'US')
  expect(Object.keys(validateFleet(empty, true)).sort()).toEqual(['email', 'firstName', 'lastName', 'name'])
  expect(Object.keys(validateFleet({ ...empty, invitesOwner: false }, true))).toEqual(['name'])
  expect(validateFleet({ ...draft, zip: 'nowhere at all' }, true)).toHaveProperty('zip')
  expect(validateFleet(draft, true)).toEqual({})
  expect(
    toDraftFields({ 'owner.email': ['email_taken'], 'fleet.address_attributes.state': ['state_id'] }),
  ).toEqual({ email: ['email_taken'], state: ['state_id'] })
})

it('restores the changed fields on what was saved since, and rejects anything else', () => {
  const initial = toDraft(null, 'US')
  const stored = JSON.parse(JSON.stringify(changesToStore(draft, initial)))
  expect(restoreDraft(stored, initial)).toEqual(draft)
  expect(restoreDraft(stored, { ...initial, region: 'North' })).toEqual({ ...draft, region: 'North' })
  for (const wrong of [
    null,
    'x',
    { name: 5 },
    { unknown: '' },
    { country: 'FR' },
    { fleet_payment_type: 'x' },
  ])
    expect(restoreDraft(wrong, initial)).toBeUndefined()
})
