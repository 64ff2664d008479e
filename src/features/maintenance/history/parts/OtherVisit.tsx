import Button from '@mui/material/Button'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import type { HistoryDraft } from '../history-draft.ts'
import type { HistoryFormState } from '../useHistoryForm.ts'

interface OtherVisitProps {
  form: HistoryFormState
  options: readonly VehicleOption[]
}

/** Warns that the draft is about another vehicle or another shop than the one the user came from. */
export function OtherVisit({ form, options }: OtherVisitProps) {
  const { requested, value, change } = form
  const nameOf = (id: number | null) => options.find((option) => option.id === id)?.name
  if (!requested) return null
  const { vehicle_id, shop_id, shop_name, shop_place } = requested
  return (
    <>
      {vehicle_id !== value.vehicle_id && (
        <Offer
          current={nameOf(value.vehicle_id)}
          requested={nameOf(vehicle_id)}
          onUse={() => change({ vehicle_id })}
        />
      )}
      {shop_id !== null && shop_id !== value.shop_id && (
        <Offer
          current={value.shop_name}
          requested={shop_name}
          onUse={() => change({ shop_id, shop_name, shop_place })}
        />
      )}
    </>
  )
}

interface OfferProps {
  current: HistoryDraft['shop_name'] | undefined
  requested: HistoryDraft['shop_name'] | undefined
  onUse: () => void
}

function Offer({ current, requested, onUse }: OfferProps) {
  const t = useTexts('history')
  if (!current || !requested) return null
  return (
    <AlertBox
      type="notice"
      title={t('history:draft.otherTitle', { name: current })}
      message={
        <Button size="small" onClick={onUse} sx={{ ml: -1 }}>
          {t('history:draft.use', { name: requested })}
        </Button>
      }
    />
  )
}
