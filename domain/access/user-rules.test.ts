import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from './permissions.ts'
import {
  CONTEXT_ROLES,
  canAddUser,
  canDeactivateUser,
  canDeleteUser,
  canEditUser,
  canInviteUser,
  lockedFields,
  rolesOffered,
  toRoles,
  type UserContext,
} from './user-rules.ts'

const me = (role: Role) => ({ id: 1, roles: [role] })
const other = (role: Role, given: { is_active?: boolean } = {}) => ({
  id: 2,
  roles: [role],
  is_active: true,
  ...given,
})
/** Returns which target roles `may` allows, for each acting role. */
function table(
  context: UserContext,
  may: (actor: ReturnType<typeof me>, target: ReturnType<typeof other>, context: UserContext) => boolean,
) {
  const rows = ROLES.map((role) => [role, ROLES.filter((target) => may(me(role), other(target), context))])
  return Object.fromEntries(rows.filter(([, targets]) => targets!.length > 0)) as Partial<
    Record<Role, Role[]>
  >
}
const REGULAR: Role[] = ['Driver', 'Manager', 'Fleet Manager']
const IN_SETTINGS: Role[] = ['Driver', 'Manager', 'Account Owner', 'Fleet Manager', 'Owner', 'Admin']
const FMC: Role[] = ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager']

describe('who may do what to whom', () => {
  it('USR-037: admin-type users add, on FMC pages the two that mirror Owner and Admin', () => {
    const adding = (context: UserContext) => ROLES.filter((role) => canAddUser(me(role), context))
    const adminType = ['FMC', 'FMC Fleet Admin', 'Super Admin', 'Account Owner', 'Owner', 'Admin']
    expect(adding('settings')).toEqual(adminType)
    expect(adding('fuel_card')).toEqual(adminType)
    expect(adding('fmc')).toEqual(['FMC', 'FMC Fleet Admin'])
  })

  it('USR-037, USR-038, USR-040, USR-041: Admins edit all except privileged and hidden users; privileged users edit those too', () => {
    const all = IN_SETTINGS
    const lesser = all.filter((role) => role !== 'Owner' && role !== 'Account Owner')
    expect(table('settings', canEditUser)).toEqual({
      Owner: all,
      'Account Owner': all,
      'Super Admin': all,
      FMC: all,
      Admin: lesser,
      'FMC Fleet Admin': lesser,
    })
    expect(table('fmc', canEditUser)).toEqual({
      FMC,
      'FMC Fleet Admin': ['FMC Fleet Admin', 'FMC Fleet Manager'],
    })
  })

  it('USR-011: no one edits deactivated users', () => {
    expect(canEditUser(me('Owner'), other('Driver', { is_active: false }), 'settings')).toBe(false)
  })

  it('USR-033, USR-034, USR-035, USR-042: admin-type users delete regular ones, an Owner deletes anyone', () => {
    expect(table('settings', canDeleteUser)).toEqual({
      Owner: IN_SETTINGS,
      'Account Owner': REGULAR,
      Admin: REGULAR,
      'Super Admin': REGULAR,
      FMC: REGULAR,
      'FMC Fleet Admin': REGULAR,
    })
    expect(table('fmc', canDeleteUser)).toEqual({ FMC, 'FMC Fleet Admin': ['FMC Fleet Manager'] })
  })

  it('USR-014, USR-036, USR-041: admin-type users deactivate regular ones, in settings only', () => {
    const rows = ['Owner', 'Account Owner', 'Admin', 'Super Admin', 'FMC', 'FMC Fleet Admin']
    expect(table('settings', canDeactivateUser)).toEqual(
      Object.fromEntries(rows.map((role) => [role, REGULAR])),
    )
    expect(table('fmc', canDeactivateUser)).toEqual({})
  })

  it('USR-032, USR-036: users cannot delete or deactivate themselves', () => {
    const myself = { ...other('Driver'), id: 1 }
    expect(canDeleteUser(me('Owner'), myself, 'settings')).toBe(false)
    expect(canDeactivateUser(me('Owner'), myself, 'settings')).toBe(false)
    expect(canEditUser(me('Owner'), { ...other('Owner'), id: 1 }, 'settings')).toBe(true)
  })

  it('users without a password can be invited again by those who may edit them', () => {
    const guest = (role: Role, invitation: string | null) => ({ ...other(role), invitation })
    expect(canInviteUser(me('Admin'), guest('Driver', 'pending'), 'settings')).toBe(true)
    expect(canInviteUser(me('Admin'), guest('Driver', 'expired'), 'settings')).toBe(true)
    expect(canInviteUser(me('Admin'), guest('Driver', null), 'settings')).toBe(false)
    expect(canInviteUser(me('Admin'), guest('Owner', 'pending'), 'settings')).toBe(false)
  })
})

describe('roles', () => {
  it('USR-023, USR-024: each context offers its own roles, to users who may assign them', () => {
    expect(rolesOffered(me('Owner'), 'settings')).toEqual(['Owner', 'Admin', 'Manager', 'Driver'])
    expect(rolesOffered(me('Account Owner'), 'fuel_card')).toEqual([
      'Account Owner',
      'Fleet Manager',
      'Driver',
    ])
    expect(rolesOffered(me('FMC'), 'fmc')).toEqual(FMC)
  })

  it('USR-038: users cannot assign a role above their own', () => {
    expect(rolesOffered(me('Admin'), 'settings')).toEqual(['Admin', 'Manager', 'Driver'])
    expect(rolesOffered(me('Admin'), 'fuel_card')).toEqual(['Fleet Manager', 'Driver'])
    expect(rolesOffered(me('FMC Fleet Admin'), 'fmc')).toEqual(['FMC Fleet Admin', 'FMC Fleet Manager'])
  })

  it('a role that the user already has is kept if the context does not offer it, but not one of the other kind', () => {
    expect(rolesOffered(me('Owner'), 'fuel_card', ['Owner'])).toEqual(['Owner', ...CONTEXT_ROLES.fuel_card])
    expect(rolesOffered(me('Owner'), 'settings', ['FMC'])).toEqual(CONTEXT_ROLES.settings)
    expect(rolesOffered(me('Owner'), 'settings', ['Driver'])).toEqual(CONTEXT_ROLES.settings)
  })

  it('USR-039, USR-041: email and roles of Account Owners and Fleet Managers are locked in fuel-card mode, one’s own everywhere', () => {
    const locked = (role: Role, context: UserContext) =>
      lockedFields(me('Account Owner'), other(role), context)
    expect(ROLES.filter((role) => locked(role, 'fuel_card').length > 0)).toEqual([
      'Account Owner',
      'Fleet Manager',
    ])
    expect(ROLES.filter((role) => locked(role, 'settings').length > 0)).toEqual([])
    expect(locked('Fleet Manager', 'fuel_card')).toEqual(['email', 'roles'])
    expect(lockedFields(me('Owner'), { ...other('Owner'), id: 1 }, 'settings')).toEqual(['email', 'roles'])
  })

  it('USR-029: are names, or objects with a name; anything else is ignored', () => {
    expect(toRoles(['Driver', { name: 'Admin' }, 'Janitor', { name: '' }])).toEqual(['Driver', 'Admin'])
    expect(toRoles([])).toEqual([])
  })
})
