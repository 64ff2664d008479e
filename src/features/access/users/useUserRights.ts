import {
  canAddUser,
  canDeactivateUser,
  canDeleteUser,
  canEditUser,
  canInviteUser,
  type UserContext,
} from '#contract/access/user-rules.ts'
import type { ListedUser } from '#contract/access/users.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'

/** The context of the settings: a fuel-card fleet knows other roles (USR-023). */
export function useSettingsContext(): UserContext {
  return useBrand().traits.isFuelCard ? 'fuel_card' : 'settings'
}

/** What the signed-in user may do with users of the context (USR-011, USR-014, USR-032 to USR-038). */
export function useUserRights(context: UserContext) {
  const { user: actor, can } = useSession()
  return {
    mayAdd: canAddUser(actor, context),
    mayAudit: context !== 'fmc' && can('users.audit'),
    of: (user: ListedUser) => ({
      edit: canEditUser(actor, user, context),
      toggle: canDeactivateUser(actor, user, context),
      delete: canDeleteUser(actor, user, context),
      invite: canInviteUser(actor, user, context),
      audit: context !== 'fmc' && can('users.audit'),
    }),
  }
}
