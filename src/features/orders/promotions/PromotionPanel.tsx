import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { PromotionChoice } from './apply-promotion.ts'
import { CodeForm } from './parts/CodeForm.tsx'
import { PromotionList } from './parts/PromotionList.tsx'
import { availablePromotionsQuery } from './promotions.queries.ts'

interface PromotionPanelProps {
  /** None while the appointment is not booked: then what is chosen is kept (SHP-021). */
  orderId?: number
  appliedId?: number | undefined
  /** What is applied or kept, in words. */
  children?: ReactNode
  isBusy?: boolean
  failure?: ApiFailure | null
  /** What `failure` is about. */
  failedChoice?: PromotionChoice | undefined
  onChoose: (choice: PromotionChoice) => void
}

/** Promotions to choose from, and a field for a code: in scheduling and with an order (SHP-017, SHP-018, SHP-019). */
export function PromotionPanel(props: PromotionPanelProps) {
  const { orderId, appliedId, children, isBusy = false, failure, failedChoice, onChoose } = props
  const t = useTexts('promotions', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const { data, isError } = useQuery(availablePromotionsQuery(orderId))
  const isKept = orderId === undefined
  const refusal = !isOnline && !isKept && t('promotions:offline')
  // The server's answer about a code stands at its field.
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
          {...{ appliedId, isKept, isBusy, refusal, onChoose }}
        />
        <CodeForm
          {...{ isKept, isBusy, refusal, onChoose }}
          refused={isOfCode ? { code: failedChoice.code, text: textOf(failure) } : undefined}
        />
      </Stack>
    </Section>
  )
}
