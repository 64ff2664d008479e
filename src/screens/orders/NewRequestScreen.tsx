import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { RequestForm } from '#src/features/orders/requests/RequestForm.tsx'
import { prefilled, type RequestPrefill } from '#src/features/orders/requests/request-draft.ts'
import { useRequest } from '#src/features/orders/requests/useRequest.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import type {} from './navigation-state.ts'
import { type RequestChoices, useRequestChoices } from './useRequestChoices.ts'

/** /service_request/new: what is to be done, on which vehicle, at which shop (SVC-058). */
export function NewRequestScreen() {
  const t = useTexts('requests')
  const choices = useRequestChoices()
  return (
    <Page title={t('requests:title')} width="reading">
      {choices ? <NewRequest choices={choices} /> : <SkeletonList rows={8} />}
    </Page>
  )
}

function NewRequest({ choices }: { choices: RequestChoices }) {
  const navigate = useNavigate()
  const prefill = usePrefill(choices)
  const request = useRequest({ ...choices, prefill })
  const { write } = request
  // What another screen brought along goes over a draft that was kept; once, so that later changes stay.
  useEffect(() => {
    if (Object.keys(prefill).length > 0) write((draft) => prefilled(draft, prefill))
  }, [prefill, write])
  return (
    <RequestForm
      request={request}
      {...choices}
      onContinue={() => void navigate({ to: '/service_request/schedule' })}
    />
  )
}

/** From the state of the link, or the address: `?vehicle=5&services=1,2` (SVC-068..070). */
function usePrefill({ vehicles }: RequestChoices): RequestPrefill {
  const search = useSearch({ strict: false })
  const { request } = useLocation().state
  const [prefill] = useState(() => {
    const vehicleId = Number(search.vehicle) || undefined
    const services = (search.services ?? '')
      .split(',')
      .flatMap((id) => (Number(id) > 0 ? { service_definition_id: Number(id) } : []))
    // A driver with one vehicle need not choose it.
    const only = vehicles.length === 1 ? vehicles[0]?.id : undefined
    const asked = request?.vehicle_id ?? vehicleId ?? only
    return {
      ...(asked !== undefined && { vehicle_id: asked }),
      ...(services.length > 0 && { services }),
      ...(request?.services && { services: request.services }),
      ...(request?.shop && { shop: request.shop }),
      ...(request?.fault_codes && { fault_codes: request.fault_codes }),
    }
  })
  return prefill
}
