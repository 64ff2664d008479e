import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { type Fact, Facts } from '#src/ui/layout/Facts.tsx'
import { useDeleteHistory } from './useDeleteHistory.ts'
import type { DuplicateQuestion } from './usePossibleDuplicate.ts'

interface PossibleDuplicateDialogProps {
  job: DuplicateQuestion
  onKeepBoth: () => void
  onClose: () => void
}

/** Compares two entries that may record the same work, and lets the user decide (docs/offline.md row 25). */
export function PossibleDuplicateDialog({ job, onKeepBoth, onClose }: PossibleDuplicateDialogProps) {
  const t = useTexts('history', 'outbox')
  const { can } = useSession()
  const toast = useToast()
  const { remove, isBusy } = useDeleteHistory(job.mine, ({ settled }) => {
    if (settled.end === 'refused') toast('danger', t('outbox:command.refused'))
    else
      toast('success', settled.end === 'sent' ? t('history:alert.deleted') : t('history:alert.deletedHere'))
    onClose()
  })
  const mayDelete = can('history.delete')
  return (
    <ResponsiveDialog
      open
      title={t('history:sameJob.title')}
      width="md"
      onClose={onClose}
      actions={
        <>
          {mayDelete && (
            <Button color="error" loading={isBusy} onClick={() => void remove()}>
              {t('history:sameJob.deleteMine')}
            </Button>
          )}
          <Button variant="contained" onClick={onKeepBoth}>
            {t('history:sameJob.keepBoth')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{mayDelete ? t('history:sameJob.lead') : t('history:sameJob.leadOnly')}</Typography>
        <Columns min={260}>
          <Side title={t('history:sameJob.mine')} facts={useMine(job)} />
          {useOthers(job).map(({ id, title, facts }) => (
            <Side key={id} title={title} facts={facts} />
          ))}
        </Columns>
      </Stack>
    </ResponsiveDialog>
  )
}

function Side({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <Paper
      variant="outlined"
      component="section"
      sx={{ p: 2, display: 'grid', gap: 1.5, alignContent: 'start' }}
    >
      <Typography variant="h3">{title}</Typography>
      <Facts facts={facts} min={400} />
    </Paper>
  )
}

interface EntryFacts {
  services: string[]
  day: string
  odometer: string
  shop: string | null
  total: string
}

function useFacts() {
  const t = useTexts('history')
  const format = useFormat()
  return ({ services, day, odometer, shop, total }: EntryFacts): Fact[] => [
    { label: t('history:sameJob.services'), value: services.join(', ') },
    { label: t('history:sameJob.day'), value: format.date(day) },
    { label: t('history:sameJob.odometer'), value: odometer },
    { label: t('history:sameJob.shop'), value: shop },
    { label: t('history:sameJob.total'), value: format.money(total) },
  ]
}

function useMine({ mine: { row } }: DuplicateQuestion): Fact[] {
  const factsOf = useFacts()
  const { distance } = useFormat()
  return factsOf({
    services: row.order_services.map(({ name }) => name),
    day: row.date_of_completion,
    odometer: distance(row.odometer, row.odometer_units),
    shop: row.shop?.name ?? row.custom_shop_name,
    total: row.total,
  })
}

function useOthers({ others }: DuplicateQuestion) {
  const t = useTexts('history')
  const factsOf = useFacts()
  const { distance } = useFormat()
  return others.map((other) => ({
    id: other.id,
    title:
      other.is_own || !other.created_by_name
        ? t('history:sameJob.ownBefore')
        : t('history:sameJob.by', { name: other.created_by_name }),
    facts: factsOf({
      services: other.services,
      day: other.date_of_completion,
      odometer: distance(other.odometer, other.odometer_units),
      shop: other.shop_name,
      total: other.total,
    }),
  }))
}
