import { useMemo, useState } from 'react'
import { wholeNumber } from '#domain/core/numbers.ts'
import { api } from '#src/api/client.ts'
import { ServicePicker } from '#src/features/catalog/services/ServicePicker.tsx'
import { serviceOptions } from '#src/features/catalog/services/service-options.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { useCodedSave } from './added/useCodedSave.ts'
import { useRefreshSchedule } from './useRefreshSchedule.ts'

interface AddServiceDialogProps {
  vehicleId: number
  unit: 'mi' | 'km'
  /** The preselected service; null: the user chooses. */
  service: number | null
  onClose: () => void
}

/** Adds a service to one vehicle's schedule: by distance, by months, or by whichever comes first (SCH-048, SCH-049). */
export function AddServiceDialog({ vehicleId, unit, service, onClose }: AddServiceDialogProps) {
  const t = useTexts('schedules')
  const { language } = useFormat()
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  const services = useLocalRows(['services'], (all) => all.services)
  const options = useMemo(() => serviceOptions(services ?? [], language, []), [services, language])
  const [chosen, setChosen] = useState(service)
  const [every, setEvery] = useState({ interval: '', interval_months: '12' })
  const { save, codes, setCodes, isBusy } = useCodedSave({
    call: addService(vehicleId),
    refresh: useRefreshSchedule(vehicleId),
    done: t('schedules:add.done'),
    onClose,
  })

  const submit = () => {
    const malformed = Object.entries(every).filter(([, text]) => Number.isNaN(wholeNumber(text)))
    const faults = {
      ...Object.fromEntries(malformed.map(([name]) => [name, ['number']])),
      ...(chosen === null && { service_definition_ids: ['required'] }),
    }
    setCodes(faults)
    if (chosen !== null && malformed.length === 0) save({ serviceId: chosen, ...every })
  }

  return (
    <ResponsiveDialog
      open
      width="xs"
      title={t('schedules:add.title')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <ActionButton
          type="submit"
          variant="contained"
          loading={isBusy}
          disabledReason={!isOnline && t('schedules:add.offline')}
          sx={{ minHeight: 44 }}
        >
          {t('schedules:add.confirm')}
        </ActionButton>
      }
    >
      {/* What is typed after the save has begun would be lost when the dialog closes. */}
      <Stack inert={isBusy} sx={{ gap: 2 }}>
        <ServicePicker
          options={options}
          value={chosen}
          onChange={(option) => setChosen(option?.id ?? null)}
          error={textOf(codes, 'service_definition_ids')}
          autoFocus={service === null}
        />
        <NumberInput
          label={t('schedules:add.distance')}
          name="interval"
          unit={unit}
          value={every.interval}
          onChange={(interval) => setEvery({ ...every, interval })}
          error={textOf(codes, 'interval')}
          help={t('schedules:add.help')}
        />
        <NumberInput
          label={t('schedules:add.months')}
          name="interval_months"
          value={every.interval_months}
          onChange={(interval_months) => setEvery({ ...every, interval_months })}
          error={textOf(codes, 'interval_months')}
        />
      </Stack>
    </ResponsiveDialog>
  )
}

interface AddedService {
  serviceId: number
  interval: string
  interval_months: string
}

const addService =
  (vehicleId: number) =>
  ({ serviceId, interval, interval_months }: AddedService, context: WriteContext) =>
    api.schedules.add(
      {
        vehicle_id: vehicleId,
        service_definition_ids: [serviceId],
        ...(interval && { interval: wholeNumber(interval) }),
        ...(interval_months && { interval_months: wholeNumber(interval_months) }),
      },
      { context },
    )
