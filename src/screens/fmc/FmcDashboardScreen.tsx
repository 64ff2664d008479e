import Add from '@mui/icons-material/Add'
import Download from '@mui/icons-material/DownloadOutlined'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { FleetsPanel } from '#src/features/fmc/fleets/FleetsPanel.tsx'
import { toFleetsFileQuery } from '#src/features/fmc/fleets/fleets-view.ts'
import { SummaryTiles } from '#src/features/fmc/fleets/SummaryTiles.tsx'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { useFleetsView } from './useFleetsView.ts'

/** /fmc_dashboard: totals and list of all fleets (FMC-008 to FMC-022). */
export function FmcDashboardScreen() {
  const t = useTexts('fleet')
  const { language } = useFormat()
  const { can } = useSession()
  const isOnline = useOnline()
  const isPhone = useIsPhone()
  const look = useTableLook()
  const [view, change] = useFleetsView()
  const download = () => void downloadByTicket('/api/v6/fleets.csv', { ...toFleetsFileQuery(view), language })
  return (
    <Page
      title={t('fleet:fmc.dashboard.title')}
      actions={
        <>
          <ActionButton
            isIconOnly={isPhone}
            startIcon={<Download />}
            disabledReason={!isOnline && t('fleet:list.downloadOffline')}
            onClick={download}
          >
            {t('fleet:list.download')}
          </ActionButton>
          {can('fleets.create') && (
            <LinkButton variant="contained" startIcon={<Add />} to="/fleets/new">
              {t('fleet:list.add')}
            </LinkButton>
          )}
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <SummaryTiles />
        <FleetsPanel
          view={view}
          onChange={change}
          views={<ViewsMenu list="fmc_fleets" hiddenColumns={look.hiddenColumns} />}
          look={look.table}
        />
      </Stack>
    </Page>
  )
}
