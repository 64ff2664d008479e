import Download from '@mui/icons-material/DownloadOutlined'
import ReportProblem from '@mui/icons-material/ReportProblemOutlined'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { useExport } from './export/useExport.ts'

/** Reports that nothing new can be stored, and offers an export: reads may still work when writes do not. */
export function StorageBanner() {
  const t = useTexts('outbox')
  const save = useExport()
  return (
    <Alert severity="error" icon={<ReportProblem />} square sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <AlertTitle>{t('outbox:storage.title')}</AlertTitle>
      {t('outbox:storage.message')}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          startIcon={<Download />}
          loading={save.isPending}
          onClick={() => save.mutate('all')}
        >
          {t('outbox:export.all')}
        </Button>
        <Button color="inherit" size="small" onClick={() => location.reload()}>
          {t('outbox:storage.reload')}
        </Button>
      </Stack>
    </Alert>
  )
}
