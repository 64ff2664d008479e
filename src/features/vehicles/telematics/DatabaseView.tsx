import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Sync from '@mui/icons-material/Sync'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { isSyncRunning, syncEventsQuery } from './telematics.queries.ts'
import { useSaveDatabase, useStartSync } from './useSaveDatabase.ts'

/** The database name, with the actions of admin-type users (TEL-022, TEL-023). */
export function DatabaseView({ fleet, onEdit }: { fleet: Fleet; onEdit: () => void }) {
  const t = useTexts('telematics')
  const failureText = useFailureText()
  const toast = useToast()
  const isOnline = useOnline()
  const { can } = useSession()
  const { data: events } = useQuery(syncEventsQuery())
  const [isAsking, setAsking] = useState(false)
  const remove = useSaveDatabase(fleet.id, {
    onSaved() {
      toast('success', t('telematics:database.removed'))
      setAsking(false)
    },
    onFailed: () => setAsking(false),
  })
  const start = useStartSync(() => toast('success', t('telematics:sync.begun')))
  const failure = remove.failure ?? start.failure
  const offline = !isOnline && t('telematics:database.offline')
  return (
    <Stack sx={{ gap: 1.5 }}>
      {failure && <AlertBox type="error" message={failureText(failure)} />}
      <Facts facts={[{ label: t('telematics:database.label'), value: fleet.databaseName }]} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('telematics:sync.notice')}
      </Typography>
      {can('telematics.edit') && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <ActionButton
            variant="outlined"
            startIcon={<Sync />}
            loading={start.isBusy}
            disabledReason={
              offline || (isSyncRunning(events?.sync_events[0]) && t('telematics:sync.underWay'))
            }
            onClick={() => void start.run()}
          >
            {t('telematics:sync.start')}
          </ActionButton>
          <ActionButton startIcon={<Edit />} disabledReason={offline} onClick={onEdit}>
            {t('telematics:database.edit')}
          </ActionButton>
          <ActionButton
            startIcon={<Delete />}
            color="error"
            disabledReason={offline}
            onClick={() => setAsking(true)}
          >
            {t('telematics:database.delete')}
          </ActionButton>
        </Stack>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('telematics:database.deleteTitle')}
        message={t('telematics:database.deleteMessage', { name: fleet.databaseName })}
        confirmLabel={t('telematics:database.delete')}
        isDestructive
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run('')}
        onCancel={() => setAsking(false)}
      />
    </Stack>
  )
}
