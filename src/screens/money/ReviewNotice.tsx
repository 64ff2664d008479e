import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { manualReviewQuery } from '#src/features/money/payments/payments.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

export const REVIEW_ID = 'manual-review'

/** Shows above the lists how many payments need a decision, and links to them, because the lists may be long. */
export function ReviewNotice({ allFleets }: { allFleets: boolean }) {
  const t = useTexts('transactions')
  const { number } = useFormat()
  const { data } = useQuery(manualReviewQuery(allFleets))
  const count = data?.total_count ?? 0
  if (count === 0) return null
  const show = () => {
    const section = document.getElementById(REVIEW_ID)
    section?.focus()
    section?.scrollIntoView()
  }
  return (
    <AlertBox
      type="notice"
      message={t('transactions:review.notice', { count, number: number(count) })}
      action={<Button onClick={show}>{t('transactions:review.show')}</Button>}
    />
  )
}
