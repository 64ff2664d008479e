import { Navigate } from '@tanstack/react-router'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { timeAtShop } from '#src/features/orders/orders/useAppointmentText.ts'
import { REQUEST_FORM } from '#src/features/orders/requests/request-draft.ts'
import { ScheduleStep } from '#src/features/orders/requests/ScheduleStep.tsx'
import { useRequest } from '#src/features/orders/requests/useRequest.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import type {} from './navigation-state.ts'
import { type RequestChoices, useRequestChoices } from './useRequestChoices.ts'

/** /service_request/schedule: date and time of the current request (SVC-095). */
export function ScheduleScreen() {
  const t = useTexts('requests')
  const choices = useRequestChoices()
  return (
    <Page
      title={t('requests:schedule.title')}
      width="reading"
      back={
        <BackLink to="/service_request/new" state={{ isRequestContinued: true }}>
          {t('requests:schedule.back')}
        </BackLink>
      }
    >
      {choices ? (
        <ClaimedDraft form={REQUEST_FORM} isLasting waiting={<SkeletonList rows={6} />}>
          {({ slot }) => <Schedule choices={choices} slot={slot} />}
        </ClaimedDraft>
      ) : (
        <SkeletonList rows={6} />
      )}
    </Page>
  )
}

const NOTHING = {}

function Schedule({ choices, slot }: { choices: RequestChoices; slot: DraftSlot }) {
  const t = useTexts('requests')
  const textOf = useFailureText()
  const format = useFormat()
  const navigate = useNavigateAfter()
  const request = useRequest({ ...choices, slot, prefill: NOTHING })
  const { value, vehicle } = request
  const isReady = value.shop !== null && vehicle !== undefined && value.services.length > 0
  // Opened by URL or after booking, or the vehicle was deleted: there is nothing to schedule.
  if (!isReady) return <Navigate to="/service_request/new" replace />
  return (
    <ScheduleStep
      request={request}
      catalog={choices.catalog}
      onBooked={(order, promotionFailure) => {
        const booked = {
          shop: order.shop?.name ?? '',
          date: order.appointment_date_pretty,
          time: timeAtShop(order, format),
        }
        navigate({
          to: '/dashboard',
          replace: true,
          state: {
            bookedOrder: order.id,
            ...(promotionFailure
              ? {
                  alertType: 'notice',
                  alertMessage:
                    promotionFailure === 'unknown'
                      ? t('requests:bookedPromotionUnknown', booked)
                      : t('requests:bookedWithoutPromotion', { ...booked, reason: textOf(promotionFailure) }),
                }
              : { alertType: 'success', alertMessage: t('requests:booked', booked) }),
          },
        })
      }}
    />
  )
}
