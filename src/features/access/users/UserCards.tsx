import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import { DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { useRoleText } from '#src/features/access/roles/useRoleText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { cardActionStyles } from '#src/ui/grid/cell-actions.tsx'
import { useUserStatus } from './useUserStatus.ts'

interface UserCardsProps {
  users: readonly ListedUser[]
  context: UserContext
  renderActions: (user: ListedUser) => ReactNode
  /** Icon of a user's documents of a type; omitted while the glovebox is off. */
  documentOf?: ((user: ListedUser, type: DocumentType) => ReactNode) | undefined
}

/** The users as cards, on phones. */
export function UserCards({ users, context, renderActions, documentOf }: UserCardsProps) {
  const t = useTexts('users')
  return (
    <Box component="ul" aria-label={t('users:title')} sx={{ display: 'grid', gap: 1 }}>
      {users.map((user) => (
        <li key={user.id}>
          <Card
            user={user}
            context={context}
            actions={renderActions(user)}
            documents={documentOf && DOCUMENT_TYPES.map((type) => documentOf(user, type))}
          />
        </li>
      ))}
    </Box>
  )
}

interface CardProps {
  user: ListedUser
  context: UserContext
  actions: ReactNode
  documents: ReactNode
}

function Card({ user, context, actions, documents }: CardProps) {
  const t = useTexts('users')
  const format = useFormat()
  const { nameOf } = useRoleText()
  const standing = useUserStatus()(user)
  const count = context === 'fmc' ? user.approval_fleets.length : user.vehicles.length
  const where =
    count > 0 && (context === 'fmc' ? t('users:card.fleets', { count }) : t('users:card.vehicles', { count }))
  return (
    <Paper variant="outlined" sx={{ ...card, ...(!user.is_active && { bgcolor: 'transparent' }) }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{user.name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[standing, user.roles.map(nameOf).join(', '), where].filter(Boolean).join(' · ')}
        </Typography>
        <Link href={`mailto:${user.email}`} variant="body2" sx={line}>
          {user.email}
        </Link>
        {user.cellPhone && (
          <Link href={`tel:${user.cellPhone}`} variant="body2" sx={line}>
            {format.phone(user.cellPhone)}
          </Link>
        )}
        {documents && <Box sx={cardActionStyles}>{documents}</Box>}
      </Box>
      {actions}
    </Paper>
  )
}

const card = {
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 1,
  pl: 2,
  pr: 0.5,
  py: 1.25,
} as const
const line = { display: 'block', width: 'fit-content', py: 0.5, overflowWrap: 'anywhere' } as const
