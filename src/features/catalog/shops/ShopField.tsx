import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Field } from '#src/ui/form/Field.tsx'
import { favoritesQuery, shopsNamedQuery } from './shops.queries.ts'

interface Chosen {
  id: number
  name: string
}
interface ShopFieldProps {
  label: string
  value: Chosen | null
  onChange: (shop: Chosen | null) => void
}

/** Selects one of the saved shops, or another one by words of its name or city. Needs a connection. */
export function ShopField({ label, value, onChange }: ShopFieldProps) {
  const t = useTexts('shops')
  const [typed, setTyped] = useState('')
  const name = useDelayed(typed.trim(), QUICK_FILTER_DELAY_MS)
  const favorites = useQuery(favoritesQuery())
  // The name of the chosen shop is not a search.
  const words = name === value?.name ? '' : name
  const named = useQuery(shopsNamedQuery(words))
  const shops = words ? (named.data?.shops ?? []) : (favorites.data?.shops ?? [])
  const isLoading = words ? named.isFetching : favorites.isLoading
  return (
    <Field label={label} required help={t('shops:field.help')}>
      {({ id, ...aria }) => (
        <Autocomplete
          id={id}
          options={shops}
          value={shops.find((shop) => shop.id === value?.id) ?? null}
          inputValue={typed}
          onInputChange={(_, text, reason) => {
            if (reason !== 'input' && reason !== 'clear') return
            setTyped(text)
            // Other text is a search for another shop, until one is chosen.
            if (value && text !== value.name) onChange(null)
          }}
          onChange={(_, shop) => {
            onChange(shop && { id: shop.id, name: shop.name })
            setTyped(shop?.name ?? '')
          }}
          // The server has filtered them.
          filterOptions={(all) => all}
          loading={isLoading}
          getOptionKey={(shop) => shop.id}
          getOptionLabel={(shop) => shop.name}
          isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
          noOptionsText={words ? t('shops:field.none') : t('shops:field.type')}
          loadingText={t('shops:field.loading')}
          clearText={t('common:field.clear')}
          openText={t('common:field.open')}
          closeText={t('common:action.close')}
          renderOption={({ key, ...item }, shop) => (
            <li key={key} {...item}>
              <div>
                <Typography sx={{ overflowWrap: 'anywhere' }}>{shop.name}</Typography>
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {[shop.address_line1, shop.city, shop.state].filter(Boolean).join(', ')}
                </Typography>
              </div>
            </li>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              slotProps={{ input: { ...slotProps.htmlInput, ...aria, maxLength: 120 } }}
            />
          )}
        />
      )}
    </Field>
  )
}
