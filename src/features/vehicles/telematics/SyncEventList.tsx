import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/Schedule'
import Sync from '@mui/icons-material/Sync'
import { useQuery } from '@tanstack/react-query'
import type { SyncEvent } from '#contract/vehicles/telematics.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { syncEventsQuery } from './telematics.queries.ts'

/** The last synchronizations with date, status, and failure reason (TEL-027). */
export function SyncEventList() {
  const t = useTexts('telematics')
  const query = useQuery(syncEventsQuery())
  const events = query.data?.sync_events
  const { failure, onRetry } = useListFailure(query)
  return (
    <Section title={t('telematics:sync.title')} flush>
      <ListStates
        total={events?.length}
        // The query polls while a synchronization runs, so a failed poll keeps the list.
        failure={events ? undefined : failure}
        onRetry={onRetry}
        offline={{ message: t('telematics:database.offline') }}
        rows={3}
        rowHeight={72}
        empty={<EmptyState title={t('telematics:sync.empty')} message={t('telematics:sync.notice')} />}
      >
        <ul aria-live="polite">
          {events?.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}

function Event({ event }: { event: SyncEvent }) {
  const t = useTexts('telematics')
  const format = useFormat()
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr auto' },
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{format.dateTime(event.created_at)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`telematics:sync.cause.${event.cause}`)}
          {event.status === 'complete' &&
            ` · ${t('telematics:sync.vehicles', { count: event.vehicles_total })}`}
        </Typography>
        {event.failure && (
          <Typography variant="body2">{t(`telematics:sync.failure.${event.failure}`)}</Typography>
        )}
      </Box>
      <Box>
        <Status status={event.status} />
      </Box>
    </Box>
  )
}

function Status({ status }: { status: SyncEvent['status'] }) {
  const t = useTexts('telematics')
  switch (status) {
    case 'queued':
      return <StatusChip tone="neutral" icon={<Schedule />} label={t('telematics:sync.status.queued')} />
    case 'running':
      return <StatusChip tone="info" icon={<Sync />} label={t('telematics:sync.status.running')} />
    case 'complete':
      return <StatusChip tone="success" icon={<CheckCircle />} label={t('telematics:sync.status.complete')} />
    case 'failed':
      return <StatusChip tone="danger" icon={<ErrorOutlined />} label={t('telematics:sync.status.failed')} />
  }
}
