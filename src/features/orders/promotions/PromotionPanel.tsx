import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { PromotionChoice } from './apply-promotion.ts'
import { CodeForm } from './parts/CodeForm.tsx'
import { PromotionList } from './parts/PromotionList.tsx'
import { availablePromotionsQuery } from './promotions.queries.ts'

interface PromotionPanelProps {
  /** Absent until the appointment is booked; the choice is stored until then (SHP-021). */
  orderId?: number
  appliedId?: number | undefined
  /** Text about the applied or chosen promotion. */
  children?: ReactNode
  isBusy?: boolean
  failure?: ApiFailure | undefined
  /** The choice that `failure` is about. */
  failedChoice?: PromotionChoice | undefined
  onChoose: (choice: PromotionChoice) => void
}

/** Available promotions and a field for a code, while scheduling and on an order (SHP-017, SHP-018, SHP-019). */
export function PromotionPanel(props: PromotionPanelProps) {
  const { orderId, appliedId, children, isBusy = false, failure, failedChoice, onChoose } = props
  const t = useTexts('promotions', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const { data, isError } = useQuery(availablePromotionsQuery(orderId))
  const isBeforeBooking = orderId === undefined
  const disabledReason = !isOnline && !isBeforeBooking && t('promotions:offline')
  // Errors about a code show at its field.
  const isOfCode =
    failure && failedChoice && 'code' in failedChoice && failure.status >= 400 && failure.status < 500
  return (
    <Section title={t('promotions:title')}>
      <Stack sx={{ gap: 2 }}>
        {children}
        {failure && !isOfCode && <AlertBox type="error" message={textOf(failure)} />}
        {isError && !data && isOnline && <AlertBox type="notice" message={t('promotions:failed')} />}
        <PromotionList
          promotions={data?.promotions ?? []}
          appliedId={appliedId}
          isBeforeBooking={isBeforeBooking}
          isBusy={isBusy}
          disabledReason={disabledReason}
          onChoose={onChoose}
        />
        <CodeForm
          isBeforeBooking={isBeforeBooking}
          isBusy={isBusy}
          disabledReason={disabledReason}
          onChoose={onChoose}
          refused={isOfCode ? { code: failedChoice.code, text: textOf(failure) } : undefined}
        />
      </Stack>
    </Section>
  )
}
