import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { VehiclePicker } from '#src/features/vehicles/vehicles/VehiclePicker.tsx'
import { type VehicleOption, vehicleOptions } from '#src/features/vehicles/vehicles/vehicle-options.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { WaitingEntry } from '#src/offline/outbox-api.ts'
import { useVehicles } from '#src/session/useKept.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import type { EntryWords } from './useEntryWords.ts'

interface MoveDialogProps {
  entry: WaitingEntry
  words: EntryWords
  onClose: () => void
}

/** Puts a waiting entry on another vehicle: the author's own choice among those that they may see (offline.md §2 row 24). */
export function MoveDialog({ entry, words, onClose }: MoveDialogProps) {
  const t = useTexts('outbox')
  const toast = useToast()
  const { outbox } = useOffline()
  const vehicles = useVehicles()
  const [chosen, setChosen] = useState<VehicleOption | null>(null)
  const [isMissing, setMissing] = useState(false)
  const options = useMemo(
    () =>
      vehicleOptions(
        (vehicles ?? []).filter(({ id }) => id !== entry.vehicleId),
        [],
      ),
    [vehicles, entry.vehicleId],
  )
  const move = useMutation({
    mutationFn: (to: VehicleOption) => outbox.move(entry.opId, to.id),
    onSuccess(isMoved, to) {
      toast(
        isMoved ? 'success' : 'warning',
        isMoved ? t('outbox:move.done', { vehicle: to.name }) : t('outbox:move.late'),
      )
      onClose()
    },
  })
  return (
    <ResponsiveDialog
      open
      title={t('outbox:move.title')}
      onClose={onClose}
      onSubmit={() => (chosen ? move.mutate(chosen) : setMissing(true))}
      width="xs"
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={move.isPending}>
            {t('outbox:move.confirm')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{words.vehicle}</Typography>
          <Typography variant="body2">{[words.title, words.details].filter(Boolean).join(' · ')}</Typography>
        </div>
        <VehiclePicker
          options={options}
          value={chosen?.id ?? null}
          onChange={setChosen}
          error={isMissing && !chosen ? t('outbox:move.needed') : undefined}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {entry.kind.endsWith('.update') && entry.state === 'rejected'
            ? t('outbox:move.asNew')
            : t('outbox:move.help', { count: entry.files.length })}
        </Typography>
        {move.isError && <AlertBox type="error" message={t('outbox:act.failed')} />}
      </Stack>
    </ResponsiveDialog>
  )
}
