import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import { addDays, todayHere } from '#contract/core/days.ts'
import { BOOKING_DAYS } from '#contract/core/limits.ts'
import type { Order } from '#contract/orders/orders.ts'
import { api, queries } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FaultAlert } from '#src/ui/feedback/FaultAlert.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { useFaultFocus } from '#src/ui/form/useFaultFocus.ts'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ordersKey } from '../orders/orders.queries.ts'
import { applyPromotion, type PromotionChoice } from '../promotions/apply-promotion.ts'
import { KeptPromotion } from '../promotions/KeptPromotion.tsx'
import { PriceSummary } from './parts/PriceSummary.tsx'
import { pricesOf } from './prices-of.ts'
import { keyOf, toRequest } from './request-draft.ts'
import { timesQuery } from './requests.queries.ts'
import type { RequestState } from './useRequest.ts'

interface ScheduleStepProps {
  request: RequestState
  catalogue: ReadonlyMap<number, ServiceDefinition>
  /** `refusal`: why the promotion that was kept was not applied. */
  onBooked: (order: Order, refusal?: ApiFailure) => void
}

/** Day and time at the chosen shop, then the booking (SVC-095..107). */
export function ScheduleStep({ request, catalogue, onBooked }: ScheduleStepProps) {
  const t = useTexts('requests', 'errors')
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const { frame, showFaults } = useFaultFocus()
  const booking = useBooking(request, { onBooked, onRefused: showFaults })
  const times = useTimes(request)
  const { value } = request
  const isGone = value.appointment_datetime !== '' && times.isGone
  const missing = isAsked && (value.appointment_datetime === '' || isGone)

  function book() {
    setAsked(true)
    if (value.appointment_datetime === '' || isGone) return showFaults()
    void booking.book()
  }
  return (
    <Stack ref={frame} sx={{ gap: 2 }}>
      {booking.failure && <BookingFailure failure={booking.failure} />}
      <Summary request={request} catalogue={catalogue} />
      <Section title={t('requests:schedule.when')}>
        <Stack sx={{ gap: 2 }}>
          <Columns min={220}>
            <DateInput
              label={t('requests:schedule.date')}
              name="date"
              required
              disabled={times.isAwaited}
              value={times.date}
              min={times.first}
              max={times.last}
              // Leaving the field says its day once more; a chosen time stays.
              onChange={(date) => date !== times.date && request.change({ date, appointment_datetime: '' })}
              error={
                times.isOutOfReach ? t('requests:schedule.outOfReach', { days: BOOKING_DAYS }) : undefined
              }
            />
            <SelectInput
              label={t('requests:schedule.time')}
              name="time"
              required
              value={isGone ? '' : value.appointment_datetime}
              onChange={(appointment_datetime) => request.change({ appointment_datetime, date: times.date })}
              options={times.options}
              help={t('requests:schedule.zone', { zone: times.zone })}
              error={missing ? t('requests:schedule.timeMissing') : undefined}
            />
          </Columns>
          {times.isEmpty && <AlertBox type="notice" message={t('requests:schedule.noTimes')} />}
          {times.isFailed && <AlertBox type="error" message={t('requests:schedule.failed')} />}
        </Stack>
      </Section>
      <KeptPromotion
        value={value.promotion}
        // The booking stays the same one: only its order is another afterwards.
        onChange={(promotion) => request.write((draft) => ({ ...draft, promotion }))}
      />
      <ActionButton
        variant="contained"
        size="large"
        loading={booking.isBusy}
        disabledReason={!isOnline && t('requests:offline.message')}
        onClick={book}
        sx={{ alignSelf: { xs: 'stretch', sm: 'start' }, minWidth: 200 }}
      >
        {t('requests:schedule.book')}
      </ActionButton>
    </Stack>
  )
}

/** Vehicle, shop with address, services with prices, comments (SVC-096). */
function Summary({ request, catalogue }: Pick<ScheduleStepProps, 'request' | 'catalogue'>) {
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
        <Stack
          component="ul"
          aria-label={t('requests:services.label')}
          sx={{ listStyle: 'none', m: 0, p: 0, gap: 0.5 }}
        >
          {value.services.map((line, index) => {
            const service = catalogue.get(line.service_definition_id)
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
          <PriceSummary lines={value.services} prices={prices} tax={request.prices.data.tax} />
        )}
      </Stack>
    </Section>
  )
}

/** The free times of the chosen day, by the shop's clock. */
function useTimes({ value, vehicle }: RequestState) {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value.date)
  const here = todayHere()
  // The shop's own first and last day are known with its first answer; until then those of this device.
  const isOutOfReach =
    isDay && (value.date < addDays(here, -1) || value.date > addDays(here, BOOKING_DAYS + 1))
  const { data, error, isFetching } = useQuery({
    ...timesQuery({
      shopId: value.shop?.id ?? 0,
      vehicleId: vehicle?.id ?? 0,
      serviceIds: value.services.map((line) => line.service_definition_id),
      date: isDay ? value.date : '',
    }),
    enabled: value.shop !== null && vehicle !== undefined && !isOutOfReach,
  })
  // A day that the shop's calendar does not reach is one thing, no answer another.
  const isRefused = isDay && error !== null && !isTransient(toFailure(error))
  // Where no day was chosen, the first one on which the shop has time: it may be closed today.
  const day = data?.days.find(({ times }) => times.length > 0) ?? data?.days[0]
  const free = day?.times ?? []
  return {
    date: value.date || (day?.date ?? ''),
    /** The shop's first day is on its way: it would come between the keys of whoever types already. */
    isAwaited: value.date === '' && data === undefined && error === null,
    first: data?.first_date ?? here,
    last: data?.last_date ?? addDays(here, BOOKING_DAYS),
    zone: data?.time_zone ?? '',
    isOutOfReach: isOutOfReach || isRefused,
    isFailed: error !== null && !isRefused && !isOutOfReach,
    isEmpty: data !== undefined && !isFetching && free.length === 0,
    /** The chosen time is no longer among the free ones. */
    isGone:
      data !== undefined &&
      !isFetching &&
      !free.some((one) => one.appointment_datetime === value.appointment_datetime),
    options: free.map(({ appointment_datetime, time }) => ({
      value: appointment_datetime,
      label: clock(time),
    })),
  }
}

/** '14:00' as 02:00 PM (BRD-038). */
function clock(time: string): string {
  const [hour = 0, minute = '00'] = time.split(':').map((part, n) => (n === 0 ? Number(part) : part)) as [
    number,
    string,
  ]
  return `${String(hour % 12 || 12).padStart(2, '0')}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

interface BookingCalls extends Pick<ScheduleStepProps, 'onBooked'> {
  onRefused: () => void
}

function useBooking(request: RequestState, { onBooked, onRefused }: BookingCalls) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setBusy] = useState(false)
  // A second tap can come before the next render.
  const isUnderWay = useRef(false)
  async function book() {
    const body = toRequest(request.value, request.prices.data?.payment.is_available ?? false)
    if (!body || isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      const order = await api.orders.create(body, { context: { key: request.value.key } })
      const refusal = await applyKept(order.id, request.value.promotion)
      request.draft.saved()
      void client.invalidateQueries({ queryKey: ordersKey() })
      onBooked(order, refusal)
    } catch (error) {
      const refused = toFailure(error)
      setFailure(refused)
      onRefused()
      // It was judged, so the next try is another booking; where somebody was faster, at another time. Where it was not
      // judged, the next try is the same one.
      if (!isTransient(refused)) request.change(isTimeGone(refused) ? { appointment_datetime: '' } : {})
      void client.invalidateQueries({ queryKey: timesQueryKey })
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { book, failure, isBusy }
}

const isTimeGone = ({ code, fields }: ApiFailure) =>
  code === 'slot_taken' || fields.appointment_datetime !== undefined

/** The order is there, whatever becomes of the promotion (SHP-021). */
async function applyKept(orderId: number, promotion: PromotionChoice | null) {
  if (promotion === null) return undefined
  try {
    await applyPromotion(orderId, promotion)
    return undefined
  } catch (error) {
    return toFailure(error)
  }
}

const timesQueryKey = queries.shops.schedule.key()

/** Why it was not booked; the form keeps its values (SVC-107). */
function BookingFailure({ failure }: { failure: ApiFailure }) {
  const textOf = useFailureText()
  return <FaultAlert message={textOf(failure)} />
}
