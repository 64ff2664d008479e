import { type Actor, can, isAdminType, isFmc, isFmcRole, ROLES, type Role } from './permissions.ts'

/** Where users are managed: settings of a fleet, settings of a fuel-card fleet, or pages of a management company. */
export type UserContext = 'settings' | 'fuel_card' | 'fmc'

/** Roles of each context (USR-023, USR-024). */
export const CONTEXT_ROLES: Record<UserContext, readonly Role[]> = {
  settings: ['Owner', 'Admin', 'Manager', 'Driver'],
  fuel_card: ['Account Owner', 'Fleet Manager', 'Driver'],
  fmc: ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'],
}

/** Users with this role are not listed, so they cannot be managed here (USR-040, USR-041). */
export const HIDDEN_ROLE: Role = 'Super Admin'

/**
 * Users with one of these roles are privileged (USR-038, USR-041); 'FMC' mirrors the Owner (USR-030, decision 24).
 */
const PRIVILEGED_ROLES: readonly Role[] = ['Owner', 'Account Owner', 'Super Admin', 'FMC']
/** A fleet must have an active user with one of these, a management company one with 'FMC' (decision 24). */
export const OWNER_ROLES: readonly Role[] = ['Owner', 'Account Owner']

/** Roles whose email and roles are locked in a fuel-card fleet (USR-039, USR-041). */
const LOCKED_ROLES: readonly Role[] = ['Account Owner', 'Fleet Manager']

/** The acting user: the part that the rules depend on. */
export interface UserActor extends Actor {
  id: number
}
/** The user that the action concerns. */
export interface UserTarget extends Actor {
  id: number
  is_active: boolean
}

/** Reads roles in the formats of the specification: names, or objects with a name (USR-029). Ignores unknown ones. */
export function toRoles(roles: readonly (string | { name: string })[]): Role[] {
  const names = roles.map((role) => (typeof role === 'string' ? role : role.name))
  return ROLES.filter((role) => names.includes(role))
}

const holds = ({ roles }: Actor, some: readonly Role[]) => roles.some((role) => some.includes(role))

/** Whether the context lists the user: FMC users on FMC pages, all others in settings. */
function isInContext(target: Actor, context: UserContext): boolean {
  return !target.roles.includes(HIDDEN_ROLE) && isFmc(target) === (context === 'fmc')
}

/** Adding a user (USR-037). */
export function canAddUser(actor: Actor, context: UserContext): boolean {
  return can(actor, context === 'fmc' ? 'fmcUsers.edit' : 'users.edit')
}

function canEditPrivileged(actor: Actor, context: UserContext): boolean {
  return can(actor, context === 'fmc' ? 'fmcUsers.editPrivileged' : 'users.editPrivileged')
}

/** Editing: active users (USR-011); privileged users only by privileged users (USR-038). */
export function canEditUser(actor: UserActor, target: UserTarget, context: UserContext): boolean {
  if (!canAddUser(actor, context) || !isInContext(target, context) || !target.is_active) return false
  return !holds(target, PRIVILEGED_ROLES) || canEditPrivileged(actor, context)
}

/** Deleting: never oneself; regular users, or anyone if the actor has the role for it (USR-032 to USR-035). */
export function canDeleteUser(actor: UserActor, target: UserTarget, context: UserContext): boolean {
  if (actor.id === target.id || !isInContext(target, context)) return false
  const [regular, any] =
    context === 'fmc'
      ? (['fmcUsers.edit', 'fmcUsers.editPrivileged'] as const)
      : (['users.delete', 'users.deleteAny'] as const)
  return can(actor, any) || (can(actor, regular) && !isAdminType(target))
}

/** Deactivating and activating: other, regular users, in settings only (USR-014, USR-036). */
export function canDeactivateUser(actor: UserActor, target: UserTarget, context: UserContext): boolean {
  return (
    context !== 'fmc' &&
    actor.id !== target.id &&
    isInContext(target, context) &&
    can(actor, 'users.deactivate') &&
    !isAdminType(target)
  )
}

/** Sending a new link for the first password: to users without a password, whom the actor may edit. */
export function canInviteUser(
  actor: UserActor,
  target: UserTarget & { invitation: unknown },
  context: UserContext,
): boolean {
  return target.invitation !== null && canEditUser(actor, target, context)
}

/**
 * Returns the roles that the actor may assign in the context, in its order (USR-023). Privileged roles require the
 * right to edit privileged users, so no one can raise anyone above themselves. Roles that the user already has (`held`)
 * stay.
 */
export function rolesOffered(actor: Actor, context: UserContext, held: readonly Role[] = []): Role[] {
  const given = CONTEXT_ROLES[context].filter(
    (role) => !PRIVILEGED_ROLES.includes(role) || canEditPrivileged(actor, context),
  )
  const otherRoles = held.filter((role) => !given.includes(role) && isFmcRole(role) === (context === 'fmc'))
  return [...otherRoles, ...given]
}

/**
 * Returns the fields of the form that are locked: some fields of users of a fuel-card fleet (USR-039), and the user's
 * own email. The email is changed with the password in the user preferences.
 */
export function lockedFields(
  actor: UserActor,
  target: UserTarget,
  context: UserContext,
): readonly ('email' | 'roles')[] {
  const isLocked = actor.id === target.id || (context === 'fuel_card' && holds(target, LOCKED_ROLES))
  return isLocked ? ['email', 'roles'] : []
}
