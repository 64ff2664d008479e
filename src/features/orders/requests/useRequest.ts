import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import { isOpen } from '#domain/orders/order-rules.ts'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import {
  emptyRequest,
  parseRequest,
  problemsOf,
  type RequestDraft,
  type RequestPrefill,
  withChanges,
} from './request-draft.ts'
import { pricesQuery } from './requests.queries.ts'

interface RequestOptions {
  /** The draft that this tab owns. */
  slot: DraftSlot
  vehicles: readonly VehicleOption[]
  catalog: ReadonlyMap<number, ServiceDefinition>
  /** Initial values if there is no draft. */
  prefill: RequestPrefill
}

/** State of a service request over its two screens: one draft that survives reload, crash, sign-in and going back. */
export function useRequest({ slot, vehicles, catalog, prefill }: RequestOptions) {
  const [initial] = useState(() => emptyRequest(prefill))
  const form = useFormState<RequestDraft>({
    slot,
    initial,
    parse: parseRequest,
    storesInitial: true,
    hasInput: (draft) =>
      draft.vehicle_id !== null || draft.services.length > 0 || draft.customer_comments !== '',
  })
  const { draft: value, write } = form
  const [hadInput] = useState(value.isTyped)
  const [showsAllShops, setShowsAllShops] = useState(false)
  const vehicle = vehicles.find((option) => option.id === value.vehicle_id)
  const orders = useLocalRows(['orders', value.vehicle_id ?? 0], (cache) =>
    cache.ordersOf(value.vehicle_id ?? 0),
  )
  const serviceIds = [...new Set(value.services.map((line) => line.service_definition_id))]
  const shopId = value.shop?.id ?? null
  const prices = useQuery(pricesQuery({ vehicleId: value.vehicle_id, shopId, serviceIds }))
  const change = useCallback(
    (part: Partial<RequestDraft>) => write((before) => withChanges(before, part)),
    [write],
  )
  const problems = problemsOf(value, {
    vehicle: vehicle?.vehicle,
    services: catalog,
    hasOpenOrder: orders?.some((order) => isOpen(order.status)) ?? false,
    payment: prices.data?.payment,
    showsAllShops,
  })
  const restoredAt = hadInput ? form.restoredAt : undefined
  return {
    restoredAt,
    value,
    vehicle,
    prices,
    problems,
    showsAllShops,
    setShowsAllShops,
    change,
    write,
    form,
  }
}
export type RequestState = ReturnType<typeof useRequest>
