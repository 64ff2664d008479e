import Button from '@mui/material/Button'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { choiceName, type PromotionChoice } from './apply-promotion.ts'
import { PromotionPanel } from './PromotionPanel.tsx'
import type { PromotionState, usePromotionCheck } from './usePromotionCheck.ts'

interface ChosenPromotionProps {
  value: PromotionChoice | null
  check: ReturnType<typeof usePromotionCheck>
  onRemove: () => void
}

/**
 * The promotion chosen while scheduling. It is applied after the appointment is booked, when the order exists
 * (SHP-021).
 */
export function ChosenPromotion({ value, check, onRemove }: ChosenPromotionProps) {
  const t = useTexts('promotions')
  const { choose, isBusy, refused, state } = check
  return (
    <PromotionPanel
      onChoose={choose}
      isBusy={isBusy}
      failure={refused?.failure}
      failedChoice={refused?.choice}
    >
      {value && (
        <AlertBox
          type={boxTypes[state.is]}
          message={<ChosenPromotionText choice={value} state={state} />}
          action={
            <Button color="inherit" onClick={onRemove}>
              {t('promotions:remove')}
            </Button>
          }
        />
      )}
    </PromotionPanel>
  )
}

const boxTypes = { checking: 'default', worth: 'success', refused: 'error', unchecked: 'notice' } as const

function ChosenPromotionText({ choice, state }: { choice: PromotionChoice; state: PromotionState }) {
  const t = useTexts('promotions', 'errors')
  const textOf = useFailureText()
  const { money } = useFormat()
  const name = choiceName(choice)
  switch (state.is) {
    case 'checking':
      return t('promotions:keptChecking', { name })
    case 'unchecked':
      return t('promotions:keptUnchecked', { name })
    case 'refused':
      return t('promotions:keptRefused', { name, reason: textOf(state.failure) })
    case 'worth':
      return Number(state.discount) > 0
        ? t('promotions:keptWorth', { name: state.name, amount: money(state.discount) })
        : t('promotions:kept', { name: state.name })
  }
}
