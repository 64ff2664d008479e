import Download from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { readFleetNames } from '#src/features/access/fleet/left-fleets.ts'
import { requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useExport } from '#src/features/home/outbox/export/useExport.ts'
import { closeTray } from '#src/features/home/outbox/tray-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { totalUnsent, type UnsentCount } from '#src/offline/model/unsent-count.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/**
 * This user's entries in other fleets, which are sent only from there. They can be exported even after the user has
 * lost access to the fleet (ruling 25).
 */
export function ElsewhereNote() {
  const offline = useOffline()
  const { user } = useSession()
  const { data = [] } = useQuery({
    queryKey: ['waiting-elsewhere', user.fleet_id, 'tray'],
    queryFn: () => offline.countInOtherFleets(),
    gcTime: 0,
  })
  return data.map((left) => <Left key={left.tenantId} {...left} />)
}

function Left({ tenantId, waiting }: { tenantId: number; waiting: UnsentCount }) {
  const t = useTexts('outbox')
  const textOf = useWaitingText()
  const { user } = useSession()
  const save = useExport()
  const name = readFleetNames(user.id)[tenantId] ?? t('outbox:elsewhere.someFleet')
  const go = () => {
    closeTray()
    requestFleetSwitch({ fleetId: tenantId, name, path: '/dashboard' })
  }
  return (
    <Stack component="section" aria-label={name} sx={{ mt: 2.5, gap: 1, alignItems: 'flex-start' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('outbox:elsewhere.waiting', { count: totalUnsent(waiting), held: textOf(waiting), name })}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" size="small" onClick={go}>
          {t('outbox:elsewhere.go')}
        </Button>
        <Button
          size="small"
          startIcon={<Download />}
          loading={save.isPending}
          onClick={() => save.mutate({ tenantId })}
        >
          {t('outbox:act.export')}
        </Button>
      </Stack>
    </Stack>
  )
}
