import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { FLEET_QUERY_MIN, TRANSFER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { TransferFleetPicker } from './TransferFleetPicker.tsx'
import { movableVehicles } from './transfer-plan.ts'
import { candidatesQuery } from './transfers.queries.ts'
import type { TransferDraft } from './useTransferDraft.ts'
import { VehiclePicks } from './VehiclePicks.tsx'

/** Source of the transfer: a fleet or a search, and the vehicles to select (FMC-048, FMC-049). */
export function SourceSide({ draft }: { draft: TransferDraft }) {
  const t = useTexts('transfers')
  const { number } = useFormat()
  const { kind, source, selected } = draft
  const found = useQuery(candidatesQuery(source))
  const list = useListFailure(found)
  const vehicles = movableVehicles(found.data?.vehicles ?? [], draft.moved, draft.destination?.id)
  return (
    <Section title={t('transfers:source.title')} flush>
      <Stack sx={{ gap: 2, p: 2 }}>
        <SourceFilter draft={draft} />
        <ActionButton
          variant="contained"
          sx={{ alignSelf: 'start' }}
          // Without a source, a click reports what is missing (FMC-053); with one, the button needs a selection
          // (FMC-056).
          disabledReason={source !== null && selected.size === 0 && t('transfers:needSelection')}
          onClick={() => draft.move(vehicles.filter(({ id }) => selected.has(id)))}
        >
          {t('transfers:move')}
        </ActionButton>
      </Stack>
      {source === null && <EmptyState title={t('transfers:source.none')} />}
      {found.data?.isCut && (
        <AlertBox
          type="notice"
          message={t('transfers:source.cut', { number: number(found.data.vehicles.length) })}
        />
      )}
      {source !== null && (
        <ListStates
          {...list}
          total={found.data || vehicles.length > 0 ? vehicles.length : undefined}
          offline={{ message: t('transfers:offline') }}
          rows={7}
          rowHeight={72}
          empty={
            <EmptyState
              title={t(kind === 'search' ? 'transfers:source.notFound' : 'transfers:source.empty')}
            />
          }
        >
          <VehiclePicks
            label={t('transfers:source.title')}
            vehicles={vehicles}
            selected={selected}
            onSelect={draft.setSelected}
          />
        </ListStates>
      )}
    </Section>
  )
}

/** Selects a fleet or a search as the source, and shows why a vehicle cannot be moved. */
function SourceFilter({ draft }: { draft: TransferDraft }) {
  const t = useTexts('transfers')
  const { kind } = draft
  const typed = draft.query.trim().length
  const isShort = kind === 'search' && typed > 0 && typed < FLEET_QUERY_MIN
  const error = draft.error ?? (isShort ? 'search' : undefined)
  const errorTexts = {
    sameFleet: t('transfers:error.sameFleet'),
    fleet: t('transfers:error.fleet'),
    search: t('transfers:error.search'),
    destination: undefined,
    tooMany: t('transfers:tooMany', { max: TRANSFER_VEHICLES_MAX }),
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={kind}
        onChange={(_, next) => next && draft.setKind(next)}
        aria-label={t('transfers:source.by')}
      >
        <ToggleButton value="fleet">{t('transfers:source.byFleet')}</ToggleButton>
        <ToggleButton value="search">{t('transfers:source.bySearch')}</ToggleButton>
      </ToggleButtonGroup>
      {kind === 'fleet' ? (
        <TransferFleetPicker
          label={t('transfers:source.fleet')}
          name="source_fleet"
          value={draft.sourceFleet}
          onChange={draft.takeSource}
          error={error && errorTexts[error]}
        />
      ) : (
        <Box>
          <SearchInput label={t('transfers:source.search')} value={draft.query} onSearch={draft.setQuery} />
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {t('transfers:source.searchHelp')}
          </Typography>
          {error && errorTexts[error] && (
            <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 0.5 }}>
              {errorTexts[error]}
            </Typography>
          )}
        </Box>
      )}
    </>
  )
}
