import type { ListedUser } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { UserChanges } from '../user-changes/UserChanges.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { InviteUser } from './InviteUser.tsx'
import { ToggleUser } from './ToggleUser.tsx'
import type { UserAsk } from './UserActs.tsx'

interface UserAsksProps {
  ask: UserAsk
  context: UserContext
  /** Null: of all, for what was changed. */
  user: ListedUser | null
  onClose: () => void
}

/** The dialog of what was asked of a user. */
export function UserAsks({ ask, context, user, onClose }: UserAsksProps) {
  if (ask === 'audit') return <UserChanges context={context} user={user} onClose={onClose} />
  if (!user) return null
  switch (ask) {
    case 'toggle':
      return <ToggleUser user={user} onClose={onClose} />
    case 'delete':
      return <DeleteUser user={user} onClose={onClose} />
    case 'invite':
      return <InviteUser user={user} onClose={onClose} />
  }
}
