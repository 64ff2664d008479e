import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { DatabaseForm } from './DatabaseForm.tsx'
import { DatabaseView } from './DatabaseView.tsx'
import { SyncEventList } from './SyncEventList.tsx'
import { syncEventsQuery } from './telematics.queries.ts'

/** The fleet's database at its telematics provider, with its synchronizations (TEL-021..030). */
export function DatabasePanel() {
  const t = useTexts('telematics')
  const isOnline = useOnline()
  const { data: fleet, isError, refetch } = useQuery(fleetQuery())
  const { data: events } = useQuery(syncEventsQuery())
  return (
    <Stack sx={{ gap: 2 }}>
      {events?.is_simulated && (
        <AlertBox title={t('telematics:simulated.title')} message={t('telematics:simulated.message')} />
      )}
      <Section title={t('telematics:database.title')}>
        {fleet ? (
          <Database fleet={fleet} />
        ) : isError || !isOnline ? (
          <ErrorPanel
            message={isOnline ? undefined : t('telematics:database.offline')}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonList rows={2} />
        )}
      </Section>
      {fleet && (fleet.databaseName !== null || (events?.total_count ?? 0) > 0) && <SyncEventList />}
    </Stack>
  )
}

/** A form while empty, else a view (TEL-021, TEL-022). A name that another user saves does not replace an open form. */
function Database({ fleet }: { fleet: Fleet }) {
  const t = useTexts('telematics')
  const { can } = useSession()
  const isEmpty = fleet.databaseName === null
  const [isEditing, setEditing] = useState(isEmpty)
  // The name was removed: the form opens.
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (wasEmpty !== isEmpty) {
    setWasEmpty(isEmpty)
    if (isEmpty) setEditing(true)
  }
  if (!can('telematics.edit') && isEmpty) return <Typography>{t('telematics:database.none')}</Typography>
  const close = () => setEditing(false)
  if (isEditing && can('telematics.edit'))
    return <DatabaseForm fleet={fleet} onSaved={close} onCancel={isEmpty ? undefined : close} />
  return <DatabaseView fleet={fleet} onEdit={() => setEditing(true)} />
}
