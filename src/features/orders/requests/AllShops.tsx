import type { ReactNode } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { ShopSearch } from '#src/features/catalog/shops/ShopSearch.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import type { RequestDraft } from './request-draft.ts'
import { useSearchOrigin } from './useSearchOrigin.ts'

interface AllShopsProps {
  draft: RequestDraft
  actions: (shop: Shop) => ReactNode
}

/** All locations, starting near the vehicle or the fleet (SVC-067). */
export function AllShops({ draft, actions }: AllShopsProps) {
  const t = useTexts('requests')
  const place = useSearchOrigin(draft.vehicle_id)
  return (
    <>
      {place && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`requests:shop.around.${place.source}`, { zip: place.zip })}
        </Typography>
      )}
      <ShopSearch
        zip={place?.zip ?? ''}
        vehicleId={draft.vehicle_id}
        services={draft.services}
        level="h3"
        actions={actions}
      />
    </>
  )
}
