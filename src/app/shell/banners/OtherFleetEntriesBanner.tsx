import CloudQueue from '@mui/icons-material/CloudQueueOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readFleetNames } from '#src/features/access/fleet/left-fleets.ts'
import { requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { totalUnsent } from '#src/offline/model/unsent-count.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Banner } from './Banner.tsx'

/**
 * Shows that this user has waiting entries in another fleet. They are sent from there only, so it links to it
 * (OFF-046).
 */
export function OtherFleetEntriesBanner() {
  const t = useTexts('shell')
  const textOf = useWaitingText()
  const { user, fleet } = useSession()
  const offline = useOffline()
  const [isDismissed, setDismissed] = useState(false)
  const { data = [] } = useQuery({
    queryKey: ['waiting-elsewhere', fleet.id],
    queryFn: () => offline.countInOtherFleets(),
    gcTime: 0,
  })
  const [first] = data
  if (!first || isDismissed) return null
  const count = totalUnsent(first.waiting)
  const name = readFleetNames(user.id)[first.tenantId] ?? t('shell:leftBehind.someFleet')
  const go = () => requestFleetSwitch({ fleetId: first.tenantId, name, path: '/dashboard' })
  return (
    <Banner
      tone="warning"
      icon={<CloudQueue />}
      title={t('shell:leftBehind.title', { count, held: textOf(first.waiting), name })}
      message={t('shell:leftBehind.message', { count })}
      actions={
        <>
          <Button onClick={() => setDismissed(true)}>{t('shell:leftBehind.later')}</Button>
          <Button variant="contained" onClick={go}>
            {t('shell:leftBehind.go')}
          </Button>
        </>
      }
    />
  )
}
