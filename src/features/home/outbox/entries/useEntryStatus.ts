import { fieldOfPath } from '#src/features/home/outbox/conflict/field-of-path.ts'
import { useLastChange } from '#src/features/home/outbox/conflict/useLastChange.ts'
import { usePartText } from '#src/features/home/outbox/conflict/usePartText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import type { EntryStateProps } from '../parts/EntryState.tsx'
import type { EntryGroup } from './groups.ts'
import { type Reason, waitsFor } from './reasons.ts'
import { useVehicleName } from './useEntryText.ts'

/** The status of an entry as text: what it waits for, or why it needs user action. */
export function useEntryStatus(
  status: OutboxStatus,
): (entry: WaitingEntry, reason: Reason | null) => EntryStateProps {
  const t = useTexts('outbox')
  const { timeUntil } = useFormat()
  const isOnline = useOnline()
  const vehicleName = useVehicleName()
  const failureText = useFailureText()
  const wrongFields = useWrongFields()
  const lastChangeOf = useLastChange()

  function helpOf(entry: WaitingEntry, reason: Reason): string[] {
    const trouble = entry.trouble ?? entry.files.find((file) => file.trouble)?.trouble
    // The server was restored from a backup, and the device no longer has what it would need to resend.
    if (trouble?.code === 'entry_lost' || trouble?.code === 'file_lost')
      return [failureText({ code: trouble.code, messages: [] })]
    if (reason === 'conflict' || reason === 'conflictDelete') {
      const lines = [lastChangeOf(entry.trouble), t(`outbox:reason.${reason}.help`)]
      return lines.filter((line) => line !== null)
    }
    if (reason === 'fields')
      return wrongFields(trouble?.fields ?? {}, entry.kind === 'file.put' || entry.trouble === null)
    if (reason === 'refused') return [failureText({ code: trouble?.code ?? 'internal', messages: [] })]
    return [t(`outbox:reason.${reason}.help`, { vehicle: vehicleName(entry.vehicleId, entry.vehicle) })]
  }

  return (entry, reason) => {
    if (reason)
      return { look: 'needsYou', title: t(`outbox:reason.${reason}.title`), lines: helpOf(entry, reason) }
    const what = waitsFor(entry, status, isOnline)
    const { nextTryAt } = entry
    const isLater = entry.state === 'retry' && nextTryAt !== null && nextTryAt > Date.now() + 1000
    return {
      look: what === 'sending' ? 'sending' : 'waiting',
      title: t(`outbox:waits.${what}`),
      lines: isLater && isOnline ? [t('outbox:entry.state.retryAt', { age: timeUntil(nextTryAt) })] : [],
    }
  }
}

/** Why a group of entries needs user action, as text, and the vehicle that the cause concerns. */
export function useGroupStatus(): (
  group: EntryGroup,
) => Omit<EntryStateProps, 'look'> & { vehicle: string | null } {
  const t = useTexts('outbox')
  const vehicleName = useVehicleName()
  const failureText = useFailureText()
  return ({ reason, vehicleId, entries: [first] }) => {
    const trouble = first?.trouble ?? first?.files.find((file) => file.trouble)?.trouble
    const vehicle = vehicleId === null ? null : vehicleName(vehicleId, first?.vehicle)
    const line =
      reason === 'refused'
        ? failureText({ code: trouble?.code ?? 'internal', messages: [] })
        : t(`outbox:group.reason.${reason}.help`, { vehicle })
    return { title: t(`outbox:group.reason.${reason}.title`), lines: [line], vehicle }
  }
}

/**
 * Invalid fields of a rejection with their labels in the form: 'Price: Enter an amount such as 1,234.50.' Without a
 * label if this version does not know the field.
 */
function useWrongFields(): (fields: Record<string, string[]>, isFile: boolean) => string[] {
  const t = useTexts('outbox', 'history')
  const textOf = useFieldTexts()
  const { labelOf } = usePartText()
  return (fields, isFile) =>
    Object.keys(fields).map((path) => {
      const problem = textOf(fields, path) ?? ''
      const row = /^vehicle_services\.(\d+)/.exec(path)?.[1]
      const field = fieldOfPath(path, isFile)
      const label = row
        ? t('history:form.service.title', { number: Number(row) + 1 })
        : field && labelOf(field)
      return label ? t('outbox:reason.fields.line', { label, problem }) : problem
    })
}
