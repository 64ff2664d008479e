import { type Actor, can, isAdminType, isFmc, isFmcRole, ROLES, type Role } from './permissions.ts'

/** Where a user is looked after: the settings of a fleet, those of a fuel-card fleet, the pages of a management company. */
export type UserContext = 'settings' | 'fuel_card' | 'fmc'

/** Roles that each context knows (USR-023, USR-024). */
export const CONTEXT_ROLES: Record<UserContext, readonly Role[]> = {
  settings: ['Owner', 'Admin', 'Manager', 'Driver'],
  fuel_card: ['Account Owner', 'Fleet Manager', 'Driver'],
  fmc: ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'],
}

/** Users with this role are in no list, and so nobody looks after them here (USR-040, USR-041). */
export const HIDDEN_ROLE: Role = 'Super Admin'

/** Users with one of them are privileged (USR-038, USR-041); 'FMC' mirrors the Owner (USR-030, decision 0024). */
export const PRIVILEGED_ROLES: readonly Role[] = ['Owner', 'Account Owner', 'Super Admin', 'FMC']
/** A fleet keeps one active user with one of these, a management company one with 'FMC' (decision 0024). */
export const OWNER_ROLES: readonly Role[] = ['Owner', 'Account Owner']

/** Roles whose e-mail and roles are locked in a fuel-card fleet (USR-039, USR-041). */
const LOCKED_ROLES: readonly Role[] = ['Account Owner', 'Fleet Manager']

/** Who looks after users: the part that rules depend on. */
export interface UserActor extends Actor {
  id: number
}
/** Whom they look after. */
export interface UserTarget extends Actor {
  id: number
  is_active: boolean
}

/** Roles as the documents have them: names, or objects with a name (USR-029). Unknown ones are left out. */
export function toRoles(roles: readonly (string | { name: string })[]): Role[] {
  const names = roles.map((role) => (typeof role === 'string' ? role : role.name))
  return ROLES.filter((role) => names.includes(role))
}

const holds = ({ roles }: Actor, some: readonly Role[]) => roles.some((role) => some.includes(role))

/** Whether the user is one of those whom the context lists: FMC users on FMC pages, all others in settings. */
export function isInContext(target: Actor, context: UserContext): boolean {
  return !target.roles.includes(HIDDEN_ROLE) && isFmc(target) === (context === 'fmc')
}

/** Add new user (USR-037). */
export function canAddUser(actor: Actor, context: UserContext): boolean {
  return can(actor, context === 'fmc' ? 'fmcUsers.edit' : 'users.edit')
}

function canEditPrivileged(actor: Actor, context: UserContext): boolean {
  return can(actor, context === 'fmc' ? 'fmcUsers.editPrivileged' : 'users.editPrivileged')
}

/** Edit: active users (USR-011), and privileged ones by their like only (USR-038). */
export function canEditUser(actor: UserActor, target: UserTarget, context: UserContext): boolean {
  if (!canAddUser(actor, context) || !isInContext(target, context) || !target.is_active) return false
  return !holds(target, PRIVILEGED_ROLES) || canEditPrivileged(actor, context)
}

/** Delete: never oneself; a regular user, or anybody where the actor has the one role that may (USR-032 to USR-035). */
export function canDeleteUser(actor: UserActor, target: UserTarget, context: UserContext): boolean {
  if (actor.id === target.id || !isInContext(target, context)) return false
  const [regular, any] =
    context === 'fmc'
      ? (['fmcUsers.edit', 'fmcUsers.editPrivileged'] as const)
      : (['users.delete', 'users.deleteAny'] as const)
  return can(actor, any) || (can(actor, regular) && !isAdminType(target))
}

/** Deactivate and activate: others, regular ones, in settings only (USR-014, USR-036). */
export function canDeactivateUser(actor: UserActor, target: UserTarget, context: UserContext): boolean {
  return (
    context !== 'fmc' &&
    actor.id !== target.id &&
    isInContext(target, context) &&
    can(actor, 'users.deactivate') &&
    !isAdminType(target)
  )
}

/** A new link for the first password: to whom the actor edits and who has set none yet. */
export function canInviteUser(
  actor: UserActor,
  target: UserTarget & { invitation: unknown },
  context: UserContext,
): boolean {
  return target.invitation !== null && canEditUser(actor, target, context)
}

/**
 * Roles that the actor may give in the context, in its order (USR-023). Privileged ones are for who may edit their like:
 * nobody raises anybody above themselves. `held`: those that the user has keep their place.
 */
export function rolesOffered(actor: Actor, context: UserContext, held: readonly Role[] = []): Role[] {
  const given = CONTEXT_ROLES[context].filter(
    (role) => !PRIVILEGED_ROLES.includes(role) || canEditPrivileged(actor, context),
  )
  const kept = held.filter((role) => !given.includes(role) && isFmcRole(role) === (context === 'fmc'))
  return [...kept, ...given]
}

/**
 * Fields of the form that stay as they are: of some users of a fuel-card fleet (USR-039), and one's own, whose e-mail
 * is changed with the password in user preferences.
 */
export function lockedFields(
  actor: UserActor,
  target: UserTarget,
  context: UserContext,
): readonly ('email' | 'roles')[] {
  const isLocked = actor.id === target.id || (context === 'fuel_card' && holds(target, LOCKED_ROLES))
  return isLocked ? ['email', 'roles'] : []
}
