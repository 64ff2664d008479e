import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { RequestForm } from '#src/features/orders/requests/RequestForm.tsx'
import {
  emptyRequest,
  prefilled,
  REQUEST_FORM,
  type RequestPrefill,
} from '#src/features/orders/requests/request-draft.ts'
import { useRequest } from '#src/features/orders/requests/useRequest.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import type {} from './navigation-state.ts'
import { type RequestChoices, useRequestChoices } from './useRequestChoices.ts'

/** /service_request/new: services, vehicle and shop (SVC-058). */
export function NewRequestScreen() {
  const t = useTexts('requests')
  const choices = useRequestChoices()
  return (
    <Page title={t('requests:title')} width="reading">
      {choices ? (
        <ClaimedDraft form={REQUEST_FORM} isLasting waiting={<SkeletonList rows={8} />}>
          {(draft) => <NewRequest choices={choices} draft={draft} />}
        </ClaimedDraft>
      ) : (
        <SkeletonList rows={8} />
      )}
    </Page>
  )
}

function NewRequest({ choices, draft }: { choices: RequestChoices; draft: OwnDraft }) {
  const navigate = useNavigate()
  const isContinued = useLocation().state.isRequestContinued === true
  const prefill = usePrefill(choices)
  const request = useRequest({ ...choices, slot: draft.slot, prefill })
  const { write } = request
  // Prefilled values override typed ones, but only once, so that later changes stay. Values that an earlier screen
  // prefilled are dropped if the user added nothing, unless that screen searched for the shop.
  const [isFirst] = useState(() => !isContinued)
  useEffect(() => {
    if (!isFirst) return
    write((before) => {
      const base = before.isTyped || prefill.shop ? before : emptyRequest()
      return Object.keys(prefill).length > 0 || base !== before ? prefilled(base, prefill) : before
    })
  }, [prefill, isFirst, write])

  async function goOn() {
    // Going back to this history entry continues the form in its current state.
    const state = { isRequestContinued: true }
    await navigate({ to: '.', search: true, state, replace: true, resetScroll: false })
    await navigate({ to: '/service_request/schedule' })
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <DraftElsewhereNotice draft={draft} />
      <RequestForm request={request} {...choices} showsDraft={isFirst} onContinue={() => void goOn()} />
    </Stack>
  )
}

/** Reads the navigation state, or the URL: `?vehicle=5&services=1,2` (SVC-068..070). */
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
    const requestedId = request?.vehicle_id ?? vehicleId ?? only
    return {
      ...(requestedId !== undefined && { vehicle_id: requestedId }),
      ...(services.length > 0 && { services }),
      ...(request?.services && { services: request.services }),
      ...(request?.shop && { shop: request.shop }),
      ...(request?.fault_codes && { fault_codes: request.fault_codes }),
    }
  })
  return prefill
}
