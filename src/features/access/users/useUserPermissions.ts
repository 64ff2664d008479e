import type { ListedUser } from '#contract/access/users.ts'
import {
  canAddUser,
  canDeactivateUser,
  canDeleteUser,
  canEditUser,
  canInviteUser,
  type UserContext,
} from '#domain/access/user-rules.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/** Returns the context of the settings: a fuel-card fleet has other roles (USR-023). */
export function useSettingsContext(): UserContext {
  return useSession().fleet.is_fuel_card ? 'fuel_card' : 'settings'
}

/** Returns what the signed-in user may do with users of the context (USR-011, USR-014, USR-032 to USR-038). */
export function useUserPermissions(context: UserContext) {
  const { user: actor, can } = useSession()
  const mayAudit = can(context === 'fmc' ? 'fmcUsers.edit' : 'users.audit')
  return {
    mayAdd: canAddUser(actor, context),
    mayAudit,
    of: (user: ListedUser) => ({
      edit: canEditUser(actor, user, context),
      toggle: canDeactivateUser(actor, user, context),
      delete: canDeleteUser(actor, user, context),
      invite: canInviteUser(actor, user, context),
      audit: mayAudit,
    }),
  }
}
