import { type Ref, useMemo, useRef, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import { COMMENTS_MAX, PO_NUMBER_MAX } from '#domain/core/limits.ts'
import { ServicePicker } from '#src/features/catalog/services/ServicePicker.tsx'
import { rankServices, type ServiceOption } from '#src/features/catalog/services/service-options.ts'
import { useServiceSearch } from '#src/features/catalog/services/useServiceSearch.ts'
import { VehiclePicker } from '#src/features/vehicles/picker/VehiclePicker.tsx'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { FaultChoice } from './parts/FaultChoice.tsx'
import { PriceSummary } from './parts/PriceSummary.tsx'
import { ServiceLines } from './parts/ServiceLines.tsx'
import { ShopChoice } from './parts/ShopChoice.tsx'
import { pricesOf } from './prices-of.ts'
import { chosenShop, emptyRequest, type RequestProblem } from './request-draft.ts'
import type { RequestState } from './useRequest.ts'

interface RequestFormProps {
  request: RequestState
  vehicles: readonly VehicleOption[]
  services: readonly ServiceOption[]
  catalog: ReadonlyMap<number, ServiceDefinition>
  favorites: readonly Shop[]
  /** Shows that the form opened with a restored draft. */
  showsDraft: boolean
  /** Continues to the schedule step. */
  onContinue: () => void
}

/** The service request: services, vehicle and shop (SVC-058..094). */
export function RequestForm(props: RequestFormProps) {
  const { request, vehicles, services, catalog, favorites, showsDraft, onContinue } = props
  const t = useTexts('requests')
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const where = useRef<HTMLDivElement>(null)
  const { frame, focusError } = useErrorFocus()
  const { value, problems, change, showsAllShops } = request
  const shown = isAsked ? problems : problems.filter((problem) => problem === 'orderExists')
  const errorOf = (problem: RequestProblem) =>
    shown.includes(problem) ? t(`requests:problem.${problem}`) : undefined

  function submit(problemsNow: readonly RequestProblem[]) {
    setAsked(true)
    // The missing field may be far above the button.
    if (problemsNow.length > 0) return focusError()
    if (value.shop) return onContinue()
    // In all-locations mode the shop comes last: scroll to the search. Choosing a shop continues (SVC-082).
    where.current?.scrollIntoView({ block: 'start' })
    where.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  function pick(shop: Shop) {
    change({ shop: chosenShop(shop) })
    // Choosing a shop submits the form, if everything else is complete (SVC-071).
    const rest = problems.filter((problem) => problem !== 'shop' && problem !== 'dutyShop')
    if (rest.length === 0 && shop.scheduling === 'online') onContinue()
  }

  return (
    <Stack ref={frame} component="section" aria-label={t('requests:form.label')} sx={{ gap: 2 }}>
      {!isOnline && (
        <AlertBox type="notice" title={t('requests:offline.title')} message={t('requests:offline.message')} />
      )}
      {showsDraft && request.restoredAt !== undefined && (
        <DraftNotice savedAt={request.restoredAt} onDiscard={() => request.form.discard(emptyRequest())} />
      )}
      {errorOf('orderExists') && <ErrorAlert message={errorOf('orderExists')} />}
      <PaymentWarning request={request} isAsked={isAsked} />
      <WorkSection
        request={request}
        vehicles={vehicles}
        services={services}
        catalog={catalog}
        isAsked={isAsked}
        errorOf={errorOf}
      />
      <MoreSection request={request} />
      {/* The shop is last: choosing it submits the form, so nothing below would be skipped (SVC-071). */}
      <ShopSection
        ref={where}
        request={request}
        favorites={favorites}
        errorOf={errorOf}
        isShopNext={isAsked && problems.length === 0 && value.shop === null}
        onPick={pick}
      />
      <ActionButton
        variant="contained"
        size="large"
        disabledReason={!isOnline && t('requests:offline.message')}
        onClick={() => submit(problems)}
        sx={{ alignSelf: { xs: 'stretch', sm: 'start' }, minWidth: 200 }}
      >
        {showsAllShops && !value.shop ? t('requests:form.toShops') : t('requests:form.continue')}
      </ActionButton>
    </Stack>
  )
}

/** Returns the error text of a problem, if it is shown now. */
type ErrorOf = (problem: RequestProblem) => string | undefined

interface WorkSectionProps extends Pick<RequestFormProps, 'request' | 'vehicles' | 'services' | 'catalog'> {
  isAsked: boolean
  errorOf: ErrorOf
}

/** The vehicle and its services. */
function WorkSection({ request, vehicles, services, catalog, isAsked, errorOf }: WorkSectionProps) {
  const t = useTexts('requests')
  const { value, vehicle, change } = request
  const search = useServiceSearch(services, value.vehicle_id)
  const able = useMemo(
    () => rankServices(vehicle?.vehicle.vehicle_type_id, search.options, catalog),
    [vehicle?.vehicle.vehicle_type_id, search.options, catalog],
  )
  return (
    <Section title={t('requests:form.what')}>
      <Stack sx={{ gap: 2 }}>
        <VehiclePicker
          options={vehicles}
          value={value.vehicle_id}
          // Fault codes belong to one vehicle.
          onChange={(next) => change({ vehicle_id: next?.id ?? null, fault_codes: [] })}
          error={errorOf('vehicle') ?? errorOf('inactive')}
        />
        <ServicePicker
          // Remounted empty after each choice; the chosen service is added below.
          key={value.services.length}
          options={able}
          value={null}
          onType={search.onType}
          onChange={(service) =>
            service &&
            change({ services: [...value.services, { service_definition_id: service.id, position: '' }] })
          }
          error={errorOf('services') ?? errorOf('dutyService')}
        />
        {value.services.length > 0 && (
          <ServiceLines
            lines={value.services}
            options={search.options}
            prices={pricesOf(request)}
            showsMissing={isAsked}
            onChange={(lines) => change({ services: lines })}
          />
        )}
        {value.vehicle_id !== null && (
          <FaultChoice
            vehicleId={value.vehicle_id}
            value={value.fault_codes}
            onChange={(fault_codes) => change({ fault_codes })}
          />
        )}
      </Stack>
    </Section>
  )
}

/** PO number and comments. */
function MoreSection({ request: { value, change } }: Pick<RequestFormProps, 'request'>) {
  const t = useTexts('requests')
  return (
    <Section title={t('requests:form.more')}>
      <Stack sx={{ gap: 2 }}>
        <TextInput
          label={t('requests:form.po')}
          name="po_number"
          value={value.po_number}
          onChange={(po_number) => change({ po_number })}
          autoComplete="off"
          maxLength={PO_NUMBER_MAX}
        />
        <TextInput
          label={t('requests:form.comments')}
          name="customer_comments"
          rows={3}
          value={value.customer_comments}
          onChange={(customer_comments) => change({ customer_comments })}
          maxLength={COMMENTS_MAX}
          help={t('requests:form.count', { used: value.customer_comments.length, most: COMMENTS_MAX })}
        />
      </Stack>
    </Section>
  )
}

interface ShopSectionProps extends Pick<RequestFormProps, 'request' | 'favorites'> {
  ref: Ref<HTMLDivElement>
  errorOf: ErrorOf
  isShopNext: boolean
  onPick: (shop: Shop) => void
}

function ShopSection({ ref, request, favorites, errorOf, isShopNext, onPick }: ShopSectionProps) {
  const t = useTexts('requests')
  const { value, vehicle, prices } = request
  const error = errorOf('shop') ?? errorOf('dutyShop') ?? errorOf('notSupported')
  return (
    <Section title={t('requests:form.where')}>
      <Stack ref={ref} sx={{ gap: 1.5, scrollMarginTop: 120 }}>
        {isShopNext && <AlertBox message={t('requests:shop.next')} />}
        {error && <ErrorAlert message={error} />}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('requests:savings')}
        </Typography>
        <ShopChoice
          draft={value}
          favorites={favorites}
          isMediumOrHeavyDuty={vehicle?.vehicle.vehicle_type_id === 'medium_heavy'}
          showsAllShops={request.showsAllShops}
          onShowAllChange={request.setShowsAllShops}
          onPick={onPick}
        />
        {prices.data && value.shop && (
          <PriceSummary lines={value.services} prices={pricesOf(request)} tax={prices.data.tax} />
        )}
      </Stack>
    </Section>
  )
}

/** Shown as a warning before submitting (SVC-075), as an error after it (SVC-076, SVC-078, SVC-079). */
function PaymentWarning({ request, isAsked }: { request: RequestState; isAsked: boolean }) {
  const t = useTexts('requests')
  if (!request.problems.includes('payment')) return null
  return isAsked ? (
    <ErrorAlert message={t('requests:problem.payment')} />
  ) : (
    <AlertBox type="notice" message={t('requests:paymentWarning')} />
  )
}
