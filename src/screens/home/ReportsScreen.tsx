import Download from '@mui/icons-material/DownloadOutlined'
import Mail from '@mui/icons-material/MailOutlined'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { ComplianceReport } from '#src/features/home/compliance/ComplianceReport.tsx'
import { ComplianceRows } from '#src/features/home/compliance/ComplianceRows.tsx'
import { PrintHead } from '#src/features/home/dashboard/PrintHead.tsx'
import { CostRows } from '#src/features/home/report-rows/CostRows.tsx'
import { DowntimeRows } from '#src/features/home/report-rows/DowntimeRows.tsx'
import { ReportOfOtherFleet } from '#src/features/home/report-subscriptions/ReportOfOtherFleet.tsx'
import { CostReport } from '#src/features/home/reports/CostReport.tsx'
import { DistanceCostReport } from '#src/features/home/reports/DistanceCostReport.tsx'
import { DowntimeReport } from '#src/features/home/reports/DowntimeReport.tsx'
import { ReportFilters, ReportPeriod } from '#src/features/home/reports/ReportFilters.tsx'
import { PrintButton, PrintProvider } from '#src/features/home/reports/ReportPrint.tsx'
import {
  isRange,
  type ReportView,
  readReportView,
  writeReportView,
} from '#src/features/home/reports/report-view.ts'
import { fileOf } from '#src/features/home/reports/reports.queries.ts'
import { useReportHeading } from '#src/features/home/reports/useReportHeading.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

// Opened rarely, and nothing else of the screen needs its code.
const ReportMailDialog = lazyComponent(() =>
  import('#src/features/home/report-subscriptions/ReportMailDialog.tsx').then(
    (module) => module.ReportMailDialog,
  ),
)

/**
 * /reports: what maintenance costs, how long vehicles are at a shop, and how much is done on time, by a dimension, and the
 * rows of each figure.
 */
export function ReportsScreen() {
  const t = useTexts('fleet-reports')
  const { view, change, open } = useReportView()
  const headingOf = useReportHeading()
  const otherFleet = useLinkedFleetId()
  if (otherFleet !== null)
    return (
      <Page title={t('fleet-reports:title')}>
        <ReportOfOtherFleet fleetId={otherFleet} view={view} />
      </Page>
    )
  return (
    <PrintProvider view={view}>
      <Page
        title={t('fleet-reports:title')}
        subtitle={isRange(view) && <ReportPeriod view={view} />}
        back={
          view.key !== null && (
            <BackLink
              to="/reports"
              search={writeReportView({ ...view, key: null, figure: 'completed', rowsPage: 1 })}
            >
              {headingOf(view)}
            </BackLink>
          )
        }
        actions={
          <Stack direction="row" sx={{ gap: 1, ...onScreenOnly }}>
            <PrintButton view={view} />
            <DownloadReport view={view} />
            {view.key === null && <MailReport view={view} />}
          </Stack>
        }
      >
        <Stack sx={{ gap: 2 }}>
          <PrintHead />
          {view.key === null && (
            <Box sx={onScreenOnly}>
              <ReportFilters view={view} onChange={(next) => change({ ...next, page: 1 })} />
            </Box>
          )}
          {view.key === null ? (
            <Report view={view} onChange={change} onOpen={open} />
          ) : (
            <Rows view={view} onChange={change} />
          )}
        </Stack>
      </Page>
    </PrintProvider>
  )
}

interface ReportProps {
  view: ReportView
  onChange: (view: ReportView) => void
  onOpen: (key: string) => void
}

function Report({ view, ...actions }: ReportProps) {
  switch (view.report) {
    case 'costs':
      return <CostReport view={view} {...actions} />
    case 'downtime':
      return <DowntimeReport view={view} {...actions} />
    case 'distance_costs':
      return <DistanceCostReport view={view} {...actions} />
    case 'compliance':
      return <ComplianceReport view={view} {...actions} />
  }
}

function Rows({ view, onChange }: Pick<ReportProps, 'view' | 'onChange'>) {
  switch (view.report) {
    case 'costs':
    case 'distance_costs':
      return <CostRows view={view} onChange={onChange} />
    case 'downtime':
      return <DowntimeRows view={view} onChange={onChange} />
    case 'compliance':
      return <ComplianceRows view={view} onChange={onChange} />
  }
}

/** The state of the screen, stored in the URL, so that going back restores it. */
function useReportView() {
  const { dayOf } = useFormat()
  const view = readReportView(useSearch({ strict: false }), dayOf(Date.now()))
  const navigate = useNavigate()
  const change = (next: ReportView) =>
    void navigate({
      to: '/reports',
      search: writeReportView(next),
      replace: true,
      resetScroll: false,
    })
  const open = (key: string) =>
    void navigate({ to: '/reports', search: writeReportView({ ...view, key, rowsPage: 1 }) })
  return { view, change, open }
}

/** Downloads the report, or the rows of the figure that is open. */
function DownloadReport({ view }: { view: ReportView }) {
  const t = useTexts('fleet-reports')
  const { language } = useFormat()
  const isOnline = useOnline()
  const isPhone = useIsPhone()
  const { path, query } = fileOf(view)
  return (
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Download />}
      disabledReason={
        (!isRange(view) && t('fleet-reports:period.invalid')) ||
        (!isOnline && t('fleet-reports:offline.message'))
      }
      onClick={() => void downloadByTicket(path, { ...query, language })}
    >
      {t('fleet-reports:download')}
    </ActionButton>
  )
}

/** Opens the dialog that sends the report by email each week or month. */
function MailReport({ view }: { view: ReportView }) {
  const t = useTexts('fleet-reports')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton isIconOnly={isPhone} startIcon={<Mail />} onClick={() => setOpen(true)}>
        {t('fleet-reports:mail.label')}
      </ActionButton>
      {isOpen && <ReportMailDialog report={view} onClose={() => setOpen(false)} />}
    </>
  )
}
