import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListedUser } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { changesQuery } from '#src/features/access/users/users.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ShowMoreButton } from '#src/ui/list/ShowMoreButton.tsx'
import { ChangeEntry } from './parts/ChangeEntry.tsx'

interface UserChangesProps {
  context: UserContext
  /** Null: all users of the context. */
  user: Pick<ListedUser, 'id' | 'name'> | null
  onClose: () => void
}

/** Audit log, newest first. */
export function UserChanges({ context, user, onClose }: UserChangesProps) {
  const t = useTexts('users')
  return (
    <ResponsiveDialog
      open
      onClose={onClose}
      title={
        user
          ? t('users:changes.of', { name: user.name })
          : context === 'fmc'
            ? t('users:changes.allFmc')
            : t('users:changes.all')
      }
    >
      <Changes context={context} user={user} />
    </ResponsiveDialog>
  )
}

function Changes({ context, user }: Omit<UserChangesProps, 'onClose'>) {
  const t = useTexts('users')
  const pages = useInfiniteQuery(changesQuery(context, user?.id))
  const entries = pages.data?.pages.flatMap(({ changes }) => changes)
  const list = useListFailure(pages)
  return (
    <ListStates
      {...list}
      total={entries?.length}
      offline={{ message: t('users:offline.changes') }}
      rows={4}
      rowHeight={64}
      empty={<EmptyState title={t('users:changes.none')} />}
    >
      <Stack sx={{ gap: 1.5 }}>
        <Box component="ul" sx={{ mt: -1.5 }}>
          {entries?.map((entry) => (
            <ChangeEntry key={entry.id} entry={entry} namesUser={!user} />
          ))}
        </Box>
        <ShowMoreButton pages={pages}>{t('users:changes.more')}</ShowMoreButton>
      </Stack>
    </ListStates>
  )
}
