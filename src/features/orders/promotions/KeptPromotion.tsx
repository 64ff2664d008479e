import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { choiceName, type PromotionChoice } from './apply-promotion.ts'
import { PromotionPanel } from './PromotionPanel.tsx'

interface KeptPromotionProps {
  value: PromotionChoice | null
  onChange: (choice: PromotionChoice | null) => void
}

/** In scheduling there is no order yet: the choice is kept, and applied once the appointment is booked (SHP-021). */
export function KeptPromotion({ value, onChange }: KeptPromotionProps) {
  const t = useTexts('promotions')
  return (
    <PromotionPanel onChoose={onChange}>
      {value && (
        <AlertBox
          message={t('promotions:kept', { name: choiceName(value) })}
          action={
            <Button color="inherit" onClick={() => onChange(null)}>
              {t('promotions:remove')}
            </Button>
          }
        />
      )}
    </PromotionPanel>
  )
}
