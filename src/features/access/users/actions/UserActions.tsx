import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import Mail from '@mui/icons-material/MailOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import { useNavigate } from '@tanstack/react-router'
import type { ListedUser } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { useUserPermissions } from '#src/features/access/users/useUserPermissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'

/** Dialogs that open over the list of users. */
export type UserDialogKind = 'toggle' | 'delete' | 'invite' | 'audit'

interface UserActionsProps {
  user: ListedUser
  context: UserContext
  onOpenDialog: (dialog: UserDialogKind, user: ListedUser) => void
}

/** Menu of the actions that the signed-in user may take on a listed user; renders nothing if there are none. */
export function UserActions({ user, context, onOpenDialog }: UserActionsProps) {
  const t = useTexts('users')
  const permissions = useUserPermissions(context).of(user)
  const navigate = useNavigate()
  const edit = () => {
    const params = { fleetId: String(user.fleet_id), userId: String(user.id) }
    const to = context === 'fmc' ? '/fmc_users/$fleetId/$userId' : '/settings/users/$userId'
    void navigate({ to, params, search: (before) => before })
  }
  const actions = [
    permissions.edit && { label: t('users:act.edit'), icon: <Edit />, onClick: edit },
    permissions.invite && {
      label: t('users:act.invite'),
      icon: <Mail />,
      onClick: () => onOpenDialog('invite', user),
    },
    permissions.toggle && {
      label: user.is_active ? t('users:act.deactivate') : t('users:act.activate'),
      icon: user.is_active ? <PersonOff /> : <Person />,
      onClick: () => onOpenDialog('toggle', user),
    },
    permissions.audit && {
      label: t('users:act.changes'),
      icon: <History />,
      onClick: () => onOpenDialog('audit', user),
    },
    permissions.delete && {
      label: t('users:act.delete'),
      icon: <Delete />,
      onClick: () => onOpenDialog('delete', user),
    },
  ].filter((action) => action !== false)
  if (actions.length === 0) return null
  return <MoreMenu label={t('users:act.menu', { name: user.name })} actions={actions} />
}
