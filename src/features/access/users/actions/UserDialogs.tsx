import type { ListedUser } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { UserChanges } from '#src/features/access/users/changes/UserChanges.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { InviteUser } from './InviteUser.tsx'
import { ToggleUser } from './ToggleUser.tsx'
import type { UserDialogKind } from './UserActions.tsx'

interface UserDialogsProps {
  dialog: UserDialogKind
  context: UserContext
  /** Null: the audit log of all users. */
  user: ListedUser | null
  onClose: () => void
}

/** Renders the open dialog for a user. */
export function UserDialogs({ dialog, context, user, onClose }: UserDialogsProps) {
  if (dialog === 'audit') return <UserChanges context={context} user={user} onClose={onClose} />
  if (!user) return null
  switch (dialog) {
    case 'toggle':
      return <ToggleUser user={user} onClose={onClose} />
    case 'delete':
      return <DeleteUser user={user} onClose={onClose} />
    case 'invite':
      return <InviteUser user={user} onClose={onClose} />
  }
}
