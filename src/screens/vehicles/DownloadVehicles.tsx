import Download from '@mui/icons-material/DownloadOutlined'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'

/** All vehicles as a file, in the person's language and the fleet's units (VEH-012..014). */
export function DownloadVehicles({ hasVehicles }: { hasVehicles: boolean }) {
  const t = useTexts('vehicles')
  const { language, country } = useFormat()
  const isOnline = useOnline()
  const isPhone = useIsPhone()
  const reason =
    (!hasVehicles && t('vehicles:download.nothing')) || (!isOnline && t('vehicles:download.offline'))
  return (
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Download />}
      disabledReason={reason}
      onClick={() =>
        void downloadByTicket('/vehicles.csv', {
          language: language === 'fr' ? 'FR' : 'EN',
          is_canada: String(country === 'CA'),
          download: 'true',
        })
      }
    >
      {t('vehicles:download.label')}
    </ActionButton>
  )
}
