import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { VehiclePicker } from '#src/features/vehicles/picker/VehiclePicker.tsx'
import { type VehicleOption, vehicleOptions } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { filesToSendOf } from './entry-facts.ts'
import { groupEntriesOf } from './groups.ts'

interface MoveDialogProps {
  /** One entry, or a group. */
  entries: readonly WaitingEntry[]
  /** Text that describes the entries. */
  title: string
  details: string
  onClose: () => void
}

/** Moves waiting entries to another vehicle that the user can see (docs/offline.md row 24). */
export function MoveDialog({ entries, title, details, onClose }: MoveDialogProps) {
  const t = useTexts('outbox')
  const toast = useToast()
  const { outbox } = useOffline()
  const vehicles = useVehicles()
  const [chosen, setChosen] = useState<VehicleOption | null>(null)
  const [isMissing, setMissing] = useState(false)
  const options = useMemo(
    () =>
      vehicleOptions(
        (vehicles ?? []).filter(({ id }) => entries.some(({ vehicleId }) => vehicleId !== id)),
        [],
      ),
    [vehicles, entries],
  )
  const move = useMutation({
    mutationFn: (to: VehicleOption) => outbox.moveGroup(groupEntriesOf(entries), to.id),
    onSuccess(count, { name: vehicle }) {
      if (count === 0) toast('warning', t('outbox:move.late'))
      else if (count < entries.length)
        toast('warning', t('outbox:move.some', { count, all: entries.length, vehicle }))
      else toast('success', t('outbox:move.done', { vehicle }))
      onClose()
    },
  })
  function helpOf(): string {
    const becomesNew = ({ kind, state }: WaitingEntry) => kind.endsWith('.update') && state === 'rejected'
    const [only, ...others] = entries
    if (others.length > 0)
      return t(entries.some(becomesNew) ? 'outbox:move.helpAllAsNew' : 'outbox:move.helpAll')
    return only && becomesNew(only)
      ? t('outbox:move.asNew')
      : t('outbox:move.help', { count: only ? filesToSendOf(only).length : 0 })
  }
  return (
    <FormDialog
      width="xs"
      title={t('outbox:move.title')}
      submitLabel={t('outbox:move.confirm')}
      isBusy={move.isPending}
      onSubmit={() => (chosen ? move.mutate(chosen) : setMissing(true))}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
          <Typography variant="body2">{details}</Typography>
        </div>
        <VehiclePicker
          options={options}
          value={chosen?.id ?? null}
          onChange={setChosen}
          error={isMissing && !chosen ? t('outbox:move.needed') : undefined}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {helpOf()}
        </Typography>
        {move.isError && <AlertBox type="error" message={t('outbox:act.failed')} />}
      </Stack>
    </FormDialog>
  )
}
