import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { FLEET_SORTS } from '#contract/fmc/fleets.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { type FleetsView, isNarrowed, isQueryTooShort } from './fleets-view.ts'

interface FleetsFiltersProps {
  view: FleetsView
  onChange: (part: Partial<FleetsView>) => void
  onReset: () => void
}

const wideOnPhone = { gridColumn: { xs: '1 / -1', md: 'auto' } } as const

/**
 * Search and filters of the fleets (FMC-016 to FMC-020). Sorting is included, because phones show no column headings.
 */
export function FleetsFilters({ view, onChange, onReset }: FleetsFiltersProps) {
  const t = useTexts('fleet')
  const isDesktop = useIsDesktop()
  return (
    <Stack sx={{ gap: 1 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'end',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(220px, 360px) 190px 190px 150px auto 1fr' },
        }}
      >
        <Box sx={wideOnPhone}>
          <SearchInput label={t('fleet:list.search')} value={view.q} onSearch={(q) => onChange({ q })} />
        </Box>
        <Box sx={wideOnPhone}>
          <SearchInput
            label={t('fleet:column.region')}
            value={view.region}
            onSearch={(region) => onChange({ region })}
          />
        </Box>
        <Box sx={wideOnPhone}>
          <SearchInput label={t('fleet:column.rep')} value={view.rep} onSearch={(rep) => onChange({ rep })} />
        </Box>
        <SelectInput
          isFilter
          label={t('fleet:column.active')}
          value={view.active}
          empty={null}
          options={[
            { value: 'all', label: t('fleet:active.all') },
            { value: 'true', label: t('fleet:active.true') },
            { value: 'false', label: t('fleet:active.false') },
          ]}
          onChange={(active) => onChange({ active: active || 'all' })}
        />
        {!isDesktop && <SortInput sort={view.sort} onSort={(sort) => onChange({ sort })} />}
        {isNarrowed(view) && (
          <Button
            onClick={onReset}
            sx={{ minHeight: 44, justifySelf: 'start', whiteSpace: 'nowrap', ...wideOnPhone }}
          >
            {t('fleet:list.reset')}
          </Button>
        )}
      </Box>
      {view.name && (
        <Chip
          label={`${t('fleet:column.name')}: ${view.name}`}
          onDelete={() => onChange({ name: '' })}
          sx={{ alignSelf: 'start' }}
        />
      )}
      {isQueryTooShort(view) && <AlertBox type="error" message={t('fleet:list.tooShort')} />}
    </Stack>
  )
}

function SortInput({
  sort,
  onSort,
}: {
  sort: FleetsView['sort']
  onSort: (sort: FleetsView['sort']) => void
}) {
  const t = useTexts('fleet')
  const labels = {
    name: t('fleet:column.name'),
    '-total_spend': t('fleet:figure.spend'),
    '-vehicles': t('fleet:figure.vehicles'),
    '-users': t('fleet:figure.users'),
    '-created_at': t('fleet:column.created'),
  }
  const options = FLEET_SORTS.flatMap((value) =>
    value in labels ? [{ value, label: labels[value as keyof typeof labels] }] : [],
  )
  return (
    <SelectInput
      isFilter
      label={t('fleet:list.sort')}
      value={sort}
      empty={null}
      options={options}
      onChange={(next) => next && onSort(next)}
    />
  )
}
