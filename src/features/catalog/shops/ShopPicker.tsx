import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { createFilterOptions } from '@mui/material/useAutocomplete'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Field } from '#src/ui/form/Field.tsx'
import type { ShopOption } from './shop-options.ts'

interface ShopPickerProps {
  options: readonly ShopOption[]
  /** Null with a name: a shop that is not in the list. */
  shopId: number | null
  shopName: string
  onChange: (shop: { id: number | null; name: string; option?: ShopOption }) => void
  /** Status text of the search by zip. */
  help?: string | undefined
  error?: string | undefined
}

const filter = createFilterOptions<ShopOption>({
  limit: 50,
  stringify: ({ name, place }) => `${name} ${place.city} ${place.state}`,
})

/** Selects a known shop, or accepts the typed name of any other (MHX-010). */
export function ShopPicker({ options, shopId, shopName, onChange, help, error }: ShopPickerProps) {
  const t = useTexts('shops')
  const groups = {
    last: t('shops:picker.group.last'),
    favorite: t('shops:picker.group.favorite'),
    near: t('shops:picker.group.near'),
  }
  return (
    <Field label={t('shops:picker.label')} required error={error} help={help ?? t('shops:picker.help')}>
      {({ id, ...aria }) => (
        <Autocomplete
          id={id}
          freeSolo
          options={options}
          value={options.find((option) => option.id === shopId) ?? (shopName || null)}
          inputValue={shopName}
          onInputChange={(_, name, reason) => {
            if (reason === 'input') onChange({ id: null, name })
            if (reason === 'clear') onChange({ id: null, name: '' })
          }}
          onChange={(_, chosen) => {
            if (chosen && typeof chosen !== 'string')
              onChange({ id: chosen.id, name: chosen.name, option: chosen })
          }}
          // When the list reopens, the chosen shop's name would filter out all others.
          filterOptions={(all, state) =>
            shopId !== null && state.inputValue === shopName ? all : filter(all, state)
          }
          getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
          getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
          isOptionEqualToValue={(option, value) => typeof value !== 'string' && option.id === value.id}
          groupBy={(option) => groups[option.group]}
          clearText={t('common:field.clear')}
          openText={t('common:field.open')}
          closeText={t('common:action.close')}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item}>
              <ShopLines shop={option} />
            </li>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              name="custom_shop_name"
              placeholder={t('shops:picker.placeholder')}
              slotProps={{ input: { ...slotProps.htmlInput, ...aria, maxLength: 120 } }}
            />
          )}
        />
      )}
    </Field>
  )
}

function ShopLines({ shop }: { shop: ShopOption }) {
  const format = useFormat()
  const place = [shop.place.city, shop.place.state].filter(Boolean).join(', ')
  const away = shop.distance === null ? undefined : format.distance(shop.distance)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{shop.name}</Typography>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
        {[place, away].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}
