import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { localToday } from '#domain/core/days.ts'
import { HistoryForm } from '#src/features/maintenance/history/HistoryForm.tsx'
import { emptyDraft } from '#src/features/maintenance/history/history-draft.ts'
import { useHistoryForm } from '#src/features/maintenance/history/useHistoryForm.ts'
import { useShopChoices } from '#src/features/maintenance/history/useShopChoices.ts'
import { useFormChoices } from '#src/features/vehicles/picker/useFormChoices.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useLeaveSaved } from './useLeaveSaved.ts'

type Choices = ReturnType<typeof useFormChoices>
type Ready = Choices & {
  vehicles: NonNullable<Choices['vehicles']>
  services: NonNullable<Choices['services']>
}

/** /maintenance_history/new: record maintenance (MHX-001). */
export function NewHistoryScreen() {
  const t = useTexts('history')
  const choices = useFormChoices()
  const { vehicles, services } = choices
  return (
    <Page title={t('history:new.title')} width="reading">
      {vehicles && services ? (
        <NewForm choices={{ ...choices, vehicles, services }} />
      ) : (
        <SkeletonList rows={8} />
      )}
    </Page>
  )
}

function NewForm({ choices }: { choices: Ready }) {
  return (
    <ClaimedDraft form="history:new" waiting={<SkeletonList rows={8} />}>
      {(draft) => (
        <Stack sx={{ gap: 2 }}>
          <DraftElsewhereNotice draft={draft} />
          <ClaimedForm slot={draft.slot} choices={choices} />
        </Stack>
      )}
    </ClaimedDraft>
  )
}

function ClaimedForm({ slot, choices }: { slot: DraftSlot; choices: Ready }) {
  const { vehicles, services, catalog, favorites, recents } = choices
  const initial = useInitialDraft(vehicles)
  const leave = useLeaveSaved()
  const form = useHistoryForm({
    slot,
    initial,
    localRow: null,
    vehicles,
    services: catalog,
    onSaved: (saved) => leave('created', saved, saved.entityId),
  })
  const shops = useShopChoices(form.value.zip, favorites, recents.shop)
  return <HistoryForm form={form} vehicles={vehicles} services={services} shops={shops} />
}

/**
 * Returns the initial form: today, and the vehicle and shop that the user came from, by `?vehicle=` or the navigation
 * state (MHX-041).
 */
function useInitialDraft(vehicles: Ready['vehicles']) {
  const search = useSearch({ strict: false })
  const state = useLocation().state
  const [initial] = useState(() => {
    const requestedId = Number(search.vehicle ?? state.vehicle_id) || null
    // Preselects the vehicle of a driver who has only one.
    const only = vehicles.length === 1 ? (vehicles[0]?.id ?? null) : null
    return emptyDraft(localToday(), {
      vehicle_id: requestedId ?? only,
      ...(state.shop && { shop_id: state.shop.id, shop_name: state.shop.name, shop_place: state.shop.place }),
    })
  })
  return initial
}
