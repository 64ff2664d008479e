import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Order } from '#contract/orders/order.ts'
import { api, queries } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { ChosenPromotion } from '#src/features/orders/promotions/ChosenPromotion.tsx'
import { useWrite } from '#src/forms/useWrite.ts'
import { withResends } from '#src/forms/with-resends.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { applyPromotion, type PromotionChoice } from '../promotions/apply-promotion.ts'
import { usePromotionCheck } from '../promotions/usePromotionCheck.ts'
import { TimeChoice } from '../times/TimeChoice.tsx'
import { useShopTimes } from '../times/useShopTimes.ts'
import { PriceSummary } from './parts/PriceSummary.tsx'
import { pricesOf } from './prices-of.ts'
import { appointmentOf, keyOf, type RequestDraft, toRequest } from './request-draft.ts'
import type { RequestState } from './useRequest.ts'

interface ScheduleStepProps {
  request: RequestState
  catalog: ReadonlyMap<number, ServiceDefinition>
  onBooked: (order: Order, promotionFailure: PromotionFailure) => void
}

/** Date and time at the chosen shop, then the booking (SVC-095..107). */
export function ScheduleStep({ request, catalog, onBooked }: ScheduleStepProps) {
  const t = useTexts('requests', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const { frame, focusError } = useErrorFocus()
  const booking = useBooking(request, { onBooked, onRefused: focusError })
  const { value } = request
  const times = useShopTimes({
    shopId: value.shop?.id ?? null,
    vehicleId: request.vehicle?.id ?? null,
    serviceIds: value.services.map((line) => line.service_definition_id),
    value,
  })

  // Keeps the booking's idempotency key: the promotion is applied to the order afterwards.
  const accept = (promotion: RequestDraft['promotion']) =>
    request.write((draft) => ({ ...draft, promotion, promotion_key: crypto.randomUUID() }))
  const check = usePromotionCheck({
    appointment: appointmentOf(value),
    choice: value.promotion,
    onAccept: accept,
  })

  return (
    <Stack ref={frame} sx={{ gap: 2 }}>
      {/* The form keeps its values (SVC-107). */}
      {booking.failure && <ErrorAlert message={textOf(booking.failure)} />}
      <Summary request={request} catalog={catalog} discount={check.discount} />
      <Section title={t('requests:schedule.when')}>
        <TimeChoice times={times} value={value} onChange={request.change} showsMissing={isAsked} />
      </Section>
      <ChosenPromotion value={value.promotion} check={check} onRemove={() => accept(null)} />
      <ActionButton
        variant="contained"
        size="large"
        loading={booking.isBusy}
        disabledReason={!isOnline && t('requests:offline.message')}
        onClick={() => {
          setAsked(true)
          if (value.appointment_datetime === '' || times.isGone) focusError()
          else booking.book()
        }}
        sx={{ alignSelf: { xs: 'stretch', sm: 'start' }, minWidth: 200 }}
      >
        {t('requests:schedule.book')}
      </ActionButton>
    </Stack>
  )
}

/** Vehicle, shop with address, services with prices, comments (SVC-096). */
function Summary({
  request,
  catalog,
  discount,
}: Pick<ScheduleStepProps, 'request' | 'catalog'> & { discount: string | undefined }) {
  const t = useTexts('requests')
  const nameOf = usePositionName()
  const format = useFormat()
  const { value, vehicle } = request
  const prices = pricesOf(request)
  const { shop } = value
  return (
    <Section title={t('requests:schedule.summary')}>
      <Stack sx={{ gap: 2 }}>
        <Facts
          facts={[
            { label: t('requests:schedule.vehicle'), value: vehicle?.name },
            { label: t('requests:schedule.shop'), value: shop?.name },
            {
              label: t('requests:schedule.address'),
              value: shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`,
            },
            { label: t('requests:form.po'), value: value.po_number },
            { label: t('requests:form.comments'), value: value.customer_comments },
          ]}
        />
        <Stack component="ul" aria-label={t('requests:services.label')} sx={{ gap: 0.5 }}>
          {value.services.map((line, index) => {
            const service = catalog.get(line.service_definition_id)
            const price = prices.get(line.service_definition_id)?.[0]
            const position = line.position && nameOf(line.position)
            return (
              <Stack
                component="li"
                direction="row"
                key={keyOf(value.services, index)}
                sx={{ justifyContent: 'space-between', gap: 2 }}
              >
                <Typography sx={{ overflowWrap: 'anywhere' }}>
                  {[service && serviceName(service, format.language), position].filter(Boolean).join(' · ')}
                </Typography>
                <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                  {format.money(price?.shop_price_estimate ?? null)}
                </Typography>
              </Stack>
            )
          })}
        </Stack>
        {request.prices.data && (
          <PriceSummary
            lines={value.services}
            prices={prices}
            tax={request.prices.data.tax}
            discount={discount}
          />
        )}
      </Stack>
    </Section>
  )
}

interface BookingCalls extends Pick<ScheduleStepProps, 'onBooked'> {
  onRefused: () => void
}

interface Booking extends Pick<RequestDraft, 'key' | 'promotion' | 'promotion_key'> {
  body: NonNullable<ReturnType<typeof toRequest>>
}

function useBooking(request: RequestState, { onBooked, onRefused }: BookingCalls) {
  const client = useQueryClient()
  const { run, isBusy, failure } = useWrite({
    async call({ body, promotion, promotion_key }: Booking, context) {
      const order = await api.orders.create(body, { context })
      return { order, promotionFailure: await applyStoredPromotion(order.id, promotion, promotion_key) }
    },
    // Both keys are in the draft, so that a retry after a reload is the same booking with the same promotion.
    keyOf: ({ key }) => key,
    onSaved({ order, promotionFailure }) {
      request.form.saved()
      void client.invalidateQueries({ queryKey: queries.orders.key() })
      onBooked(order, promotionFailure)
    },
    onFailed(refused) {
      onRefused()
      // After a definite rejection the next attempt is a new booking; if the time was taken, at another time. After a
      // transient failure it is the same booking.
      if (!isTransient(refused)) request.change(isTimeGone(refused) ? { appointment_datetime: '' } : {})
      void client.invalidateQueries({ queryKey: queries.shops.schedule.key() })
    },
  })
  function book(): void {
    const { key, promotion, promotion_key } = request.value
    const body = toRequest(request.value, request.prices.data?.payment.is_available ?? false)
    if (body) void run({ body, key, promotion, promotion_key })
  }
  return { book, failure, isBusy }
}

const isTimeGone = ({ code, fields }: ApiFailure) =>
  code === 'slot_taken' || fields.appointment_datetime !== undefined

/** Why the server rejected the promotion of a booked order; 'unknown' if no response arrived. Undefined: applied, or none. */
type PromotionFailure = ApiFailure | 'unknown' | undefined

/** Applies the promotion to the order, which exists whether or not that succeeds (SHP-021). */
async function applyStoredPromotion(
  orderId: number,
  promotion: PromotionChoice | null,
  key: string,
): Promise<PromotionFailure> {
  if (promotion === null) return undefined
  try {
    await withResends(() => applyPromotion(orderId, promotion, key))
    return undefined
  } catch (error) {
    const failure = toFailure(error)
    return isTransient(failure) ? 'unknown' : failure
  }
}
