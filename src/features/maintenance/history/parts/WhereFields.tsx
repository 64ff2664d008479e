import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { ShopPicker } from '#src/features/catalog/shops/ShopPicker.tsx'
import type { ShopOption } from '#src/features/catalog/shops/shop-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import type { HistoryDraft } from '../history-draft.ts'

interface WhereFieldsProps {
  value: HistoryDraft
  onChange: (part: Partial<HistoryDraft>) => void
  codes: FieldCodes
  shops: readonly ShopOption[]
  /** State of the search by zip: idle, loading, number of results, or unavailable. */
  lookUp: { state: 'idle' | 'loading' | 'unreachable' } | { state: 'found'; count: number }
}

/** Zip and shop: the zip finds shops, and any shop name is accepted (MHX-010..016). */
export function WhereFields({ value, onChange, codes, shops, lookUp }: WhereFieldsProps) {
  const t = useTexts('history')
  const { country } = useFormat()
  const textOf = useFieldTexts()
  const [wasLeft, setLeft] = useState(false)
  const isWrong = wasLeft && value.zip.trim() !== '' && !isZipFor(country, value.zip)
  const wrongZip = { zip: [country === 'CA' ? 'postal_code' : 'zip'] }
  const lookUpText = {
    idle: undefined,
    loading: t('history:form.zip.loading'),
    unreachable: t('history:form.zip.unreachable'),
    found: lookUp.state === 'found' ? t('history:form.zip.found', { count: lookUp.count }) : undefined,
  }[lookUp.state]
  return (
    <>
      <TextInput
        label={t('history:form.zip.label', { context: country.toLowerCase() })}
        name="zip"
        value={value.zip}
        onChange={(zip) => {
          setLeft(false)
          onChange({ zip })
        }}
        onBlur={() => setLeft(true)}
        inputMode={country === 'CA' ? 'text' : 'numeric'}
        autoComplete="postal-code"
        autoCapitalize="characters"
        maxLength={10}
        help={lookUpText ?? t('history:form.zip.help')}
        error={textOf(codes, 'zip') ?? (isWrong ? textOf(wrongZip, 'zip') : undefined)}
      />
      <ShopPicker
        options={shops}
        shopId={value.shop_id}
        shopName={value.shop_name}
        onChange={({ id, name, option }) =>
          onChange({ shop_id: id, shop_name: name, shop_place: option?.place ?? null })
        }
        error={textOf(codes, 'custom_shop_name') ?? textOf(codes, 'shop_id')}
      />
    </>
  )
}
