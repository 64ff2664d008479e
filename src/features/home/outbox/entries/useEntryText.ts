import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { factsOf } from './entry-facts.ts'

export interface EntryText {
  title: string
  vehicle: string
  /** Services, total, odometer, day; or the document. */
  details: string
}

type DescribedEntry = Pick<WaitingEntry, 'kind' | 'vehicleId' | 'payload'> &
  Partial<Pick<WaitingEntry, 'vehicle'>>

/** Describes an entry as text. */
export function useEntryText(): (entry: DescribedEntry) => EntryText {
  const t = useTexts('outbox')
  const format = useFormat()
  const nameOf = useVehicleName()
  const services = useLocalRows(['services'], (cache) => cache.services, { isOptional: true })

  const servicesOf = (ids: number[]) => {
    const names = ids.flatMap((id) => {
      const service = services?.find((each) => each.id === id)
      return service ? serviceName(service, format.language) : t('outbox:part.service', { id })
    })
    const [name, ...rest] = names
    if (!name || rest.length === 0) return name
    return t('outbox:entry.moreServices', { name, more: rest.length })
  }
  return (entry) => {
    const facts = factsOf(entry)
    const details = [
      facts.orderId !== null && t('outbox:entry.order', { id: facts.orderId }),
      facts.orderId !== null && (facts.comments ?? t('outbox:entry.noComments')),
      facts.documentType && t(`outbox:entry.document.${facts.documentType}`),
      facts.documentNumber,
      servicesOf(facts.serviceIds),
      facts.total && format.money(facts.total),
      facts.odometer !== null && format.distance(facts.odometer),
      facts.date && format.date(facts.date),
    ]
    return {
      title: t(`outbox:entry.kind.${facts.isTakenBack ? 'mark_undo' : kindKey(entry.kind)}`),
      vehicle: nameOf(entry.vehicleId, entry.vehicle),
      details: details.filter(Boolean).join(' · '),
    }
  }
}

/** The name of a known vehicle, else its number; a generic text if it has none. */
export function useVehicleName(): (vehicleId: number, was?: WaitingEntry['vehicle']) => string {
  const t = useTexts('outbox')
  const vehicles = useVehicles({ isOptional: true })
  return (vehicleId, was) => {
    const vehicle = vehicles?.find(({ id }: Vehicle) => id === vehicleId)
    const known = vehicle ?? was
    if (known) return vehicleName(known)
    return vehicleId > 0 ? t('outbox:entry.vehicle', { id: vehicleId }) : t('outbox:entry.noVehicle')
  }
}

/** Dots separate the levels of a locale key, so kinds use underscores there. */
function kindKey(kind: WaitingEntry['kind']) {
  const keys = {
    'history.create': 'history_create',
    'history.update': 'history_update',
    'history.delete': 'history_delete',
    'glovebox.create': 'glovebox_create',
    'glovebox.update': 'glovebox_update',
    'glovebox.delete': 'glovebox_delete',
    'order-comments.update': 'order_comments_update',
    'reading.create': 'reading_create',
    'void.create': 'void_create',
    'mark.create': 'mark_create',
    'interval-mark.create': 'mark_create',
    'service-mark.create': 'mark_create',
    'snooze.create': 'snooze_create',
    'file.put': 'file_put',
    unknown: 'unknown',
  } as const
  return keys[kind]
}
