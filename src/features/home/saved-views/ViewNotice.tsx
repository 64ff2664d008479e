import { useState } from 'react'
import { isCompanyList } from '#domain/home/saved-view-rules.ts'
import { toFailure } from '#src/api/failure.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import type { SavedViews } from './useSavedViews.ts'

interface ViewNoticeProps {
  views: SavedViews
  unseen: readonly string[]
}

/** Says whose view is shown, and what of it this user may not see. */
export function ViewNotice({ views, unseen }: ViewNoticeProps) {
  const { list, shared, failure, open } = views
  const t = useTexts('saved-views')
  const { user } = useSession()
  const seesAll = useSessionCan('vehicles.readAll')
  const [closed, setClosed] = useState<string>()
  if (failure)
    return (
      <Box sx={row}>
        <AlertBox
          type="notice"
          message={t(
            toFailure(failure).status !== 404
              ? 'saved-views:notice.unread'
              : isCompanyList(list)
                ? 'saved-views:notice.goneCompany'
                : 'saved-views:notice.gone',
          )}
          onClose={() => open(undefined)}
        />
      </Box>
    )
  if (!shared || shared.owner.id === user.id || closed === shared.id) return null
  const isNarrower = shared.owner_sees_all && !seesAll
  return (
    <Box sx={row}>
      <AlertBox
        title={t('saved-views:notice.title', { name: shared.name, owner: shared.owner.name })}
        message={[
          t('saved-views:notice.own'),
          isNarrower && t('saved-views:notice.assignedOnly'),
          unseen.length > 0 && t('saved-views:notice.unseen', { filters: unseen.join(', ') }),
        ]
          .filter(Boolean)
          .join(' ')}
        onClose={() => setClosed(shared.id)}
      />
    </Box>
  )
}

const row = { flexBasis: '100%', order: 99 } as const
