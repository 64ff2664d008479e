import ReportProblem from '@mui/icons-material/ReportProblemOutlined'
import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'
import { lostData } from '#src/device/lost-data.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Banner } from './Banner.tsx'

/** Reports that the browser deleted waiting entries: how many, and since when (docs/offline.md row 10). */
export function DataRemovedBanner() {
  const t = useTexts('shell')
  const textOf = useWaitingText()
  const { dateTime } = useFormat()
  const { user } = useSession()
  const scope = { tenantId: user.fleet_id, userId: user.id }
  const lost = useSyncExternalStore(lostData.subscribe, () => lostData.of(scope))
  if (!lost) return null
  return (
    <Banner
      tone="warning"
      icon={<ReportProblem />}
      title={t('shell:removed.title', {
        count: lost.count,
        held: textOf({ entries: lost.count - lost.files, files: lost.files }),
      })}
      message={
        lost.oldestAt === null
          ? t('shell:removed.message')
          : t('shell:removed.messageSince', { time: dateTime(lost.oldestAt) })
      }
      actions={
        <Button variant="outlined" onClick={() => lostData.dismiss(scope)}>
          {t('shell:removed.understood')}
        </Button>
      }
    />
  )
}
