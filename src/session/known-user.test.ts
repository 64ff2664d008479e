import { describe, expect, it, vi } from 'vitest'
import { can, isAdminType, isFmc, loadsWithoutFleet, ROLES } from '#domain/access/permissions.ts'
import { normalizeUser, type StoredUser } from './stored-user.ts'

const traits = { hasEnrollment: true, hidesMembershipCard: true }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify({ traits }) }) })

const given: StoredUser = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lee',
  name: 'Ada Lee',
  email: 'ada@example.com',
  cellPhone: null,
  language: 'en',
  country: 'US',
  roles: ['Manager'],
  isFMC: false,
  fleet_id: 7,
  vehicle_ids: [],
  affiliation_id: null,
  fleet: {
    id: 7,
    name: 'Seven',
    country: 'US',
    distance_unit: 'mi',
    time_zone: 'Etc/GMT+5',
    brand: 'wheelbook',
    affiliation: null,
  },
}

describe('the normalized user', () => {
  it('has the same abilities whether roles are strings or objects with a name (USR-029)', () => {
    const asObjects = normalizeUser({ ...given, roles: [{ name: 'Manager' }, { name: 'Driver' }] })
    expect(asObjects.roles).toEqual(['Manager', 'Driver'])
    expect(can(asObjects, 'vehicles.readAll')).toBe(true)
    expect(normalizeUser(given).roles).toEqual(['Manager'])
  })

  it('is restored from data of an older version on this device', () => {
    expect(normalizeUser(given)).toMatchObject({
      home_fleet_id: 7,
      user_accounts: [],
      zip: null,
      vehiclesTotal: 0,
      fuel_card_account_number: null,
      total_fleet_number: 1,
      other_id: null,
      is_active: true,
      address: null,
      city: null,
      state: null,
      garaging_zip: null,
      affiliationId: null,
      approval_fleets: [],
      approvalFleetIds: [],
      approval_fleet_ids: [],
      fleet: { account: null, fleet_links: [], is_fuel_card: false },
    })
  })

  it('has the features of its fleet, and those of the page’s brand if an older version stored it', () => {
    expect(normalizeUser(given).fleet.features).toEqual(['signUp', 'enrollVehicles'])
    const features = ['telematicsDatabase'] as const
    const user = { ...given, fleet: { ...given.fleet, features: [...features] } }
    expect(normalizeUser(user).fleet.features).toEqual(features)
  })
})

describe('roles', () => {
  it('number ten, of which three make a user FMC (USR-026, USR-028)', () => {
    expect(ROLES).toHaveLength(10)
    const fmc = ROLES.filter((role) => isFmc({ roles: [role] }))
    expect(fmc).toEqual(['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'])
    expect(isFmc({ roles: ['Driver', 'FMC'] })).toBe(true)
  })

  it('are admin-type or regular (USR-042)', () => {
    const regular = ROLES.filter((role) => !isAdminType({ roles: [role] }))
    expect(regular).toEqual(['FMC Fleet Manager', 'Driver', 'Manager', 'Fleet Manager'])
  })

  it('have the abilities of the specification (USR-043, SET-023, TEL-023, SET-008, FMC-014)', () => {
    const having = (ability: Parameters<typeof can>[1]) =>
      ROLES.filter((role) => can({ roles: [role] }, ability))
    for (const ability of ['users.edit', 'vehicles.edit', 'telematics.edit'] as const)
      expect(having(ability).sort()).toEqual(
        ['Owner', 'Account Owner', 'Admin', 'Super Admin', 'FMC', 'FMC Fleet Admin'].sort(),
      )
    for (const ability of ['orders.request', 'history.create', 'vehicles.read'] as const)
      expect(having(ability)).toEqual([...ROLES])
    for (const ability of ['policies.read', 'payments.read', 'history.edit'] as const)
      expect(having(ability)).toEqual(ROLES.filter((role) => role !== 'Driver'))
    expect(having('payments.edit').sort()).toEqual(['FMC', 'FMC Fleet Admin', 'Owner'])
    expect(having('fleets.create')).toEqual(['FMC'])
    expect(having('users.deleteAny')).toEqual(['Owner'])
    const withoutFleet = ROLES.filter((role) => loadsWithoutFleet({ roles: [role] }))
    expect(withoutFleet.sort()).toEqual(['FMC', 'Super Admin'])
  })
})
