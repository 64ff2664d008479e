import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { TransferFleetPicker } from './TransferFleetPicker.tsx'
import { candidatesQuery } from './transfers.queries.ts'
import type { TransferDraft } from './useTransferDraft.ts'
import { VehiclePicks } from './VehiclePicks.tsx'

/** The receiving fleet: vehicles to be moved first, then those it already has (FMC-050). */
export function DestinationSide({ draft }: { draft: TransferDraft }) {
  const t = useTexts('transfers')
  const { destination, moved } = draft
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const there = useQuery(candidatesQuery(destination && { fleetId: destination.id }))
  const list = useListFailure(there)
  const vehicles = [...moved.values(), ...(there.data?.vehicles ?? []).filter(({ id }) => !moved.has(id))]
  const chosen = new Set([...selected].filter((id) => moved.has(id)))
  return (
    <Section title={t('transfers:destination.title')} flush>
      <Stack sx={{ gap: 2, p: 2 }}>
        <TransferFleetPicker
          label={t('transfers:destination.fleet')}
          name="destination_fleet"
          value={destination}
          onChange={draft.takeDestination}
          error={draft.error === 'destination' ? t('transfers:error.destination') : undefined}
        />
        <ActionButton
          variant="outlined"
          sx={{ alignSelf: 'start' }}
          disabledReason={chosen.size === 0 && t('transfers:needSelection')}
          onClick={() => {
            draft.moveBack(chosen)
            setSelected(new Set())
          }}
        >
          {t('transfers:moveBack')}
        </ActionButton>
      </Stack>
      {destination === null && <EmptyState title={t('transfers:destination.none')} />}
      {destination !== null && (
        <ListStates
          {...list}
          total={there.data || vehicles.length > 0 ? vehicles.length : undefined}
          offline={{ message: t('transfers:offline') }}
          rows={7}
          rowHeight={72}
          empty={<EmptyState title={t('transfers:destination.empty')} />}
        >
          <VehiclePicks
            label={t('transfers:destination.title')}
            vehicles={vehicles}
            isOffered={({ id }) => moved.has(id)}
            pendingIds={moved}
            selected={chosen}
            onSelect={setSelected}
          />
        </ListStates>
      )}
    </Section>
  )
}
