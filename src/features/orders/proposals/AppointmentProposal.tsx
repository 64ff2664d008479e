import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { useAppointmentText } from '#src/features/orders/orders/useAppointmentText.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { TimeChoice } from '../times/TimeChoice.tsx'
import { type ChosenTime, useShopTimes } from '../times/useShopTimes.ts'
import { useProposal } from './useProposal.ts'

/** Proposes another appointment time, which the shop accepts or declines, and shows the pending proposal. */
export function AppointmentProposal({ order }: { order: Order }) {
  const t = useTexts('proposals', 'errors')
  const textOf = useAppointmentText()
  const isOnline = useOnline()
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const proposal = useProposal(order)
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    // The button that opened the form is rendered again.
    if (isClosed) frame.current?.querySelector('button')?.focus()
  }, [isClosed])
  if (!order.can_propose_time && order.proposal === null) return null

  function open() {
    setClosed(false)
    setOpen(true)
  }
  function close() {
    setClosed(true)
    setOpen(false)
  }
  return (
    <Section title={t('proposals:title')}>
      <Stack ref={frame} sx={{ gap: 1.5, alignItems: 'start' }}>
        {proposal.failure && <ProposalFailure failure={proposal.failure} />}
        {order.proposal ? (
          <Pending order={order} proposal={order.proposal} />
        ) : (
          <Typography variant="body2">{t('proposals:intro', { appointment: textOf(order) })}</Typography>
        )}
        {order.can_propose_time && !isOpen && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <ActionButton
              variant="outlined"
              disabledReason={!isOnline && t('proposals:offline')}
              onClick={open}
            >
              {order.proposal ? t('proposals:replace') : t('proposals:propose')}
            </ActionButton>
            {order.proposal && (
              <ActionButton
                color="inherit"
                loading={proposal.isBusy}
                disabledReason={!isOnline && t('proposals:offline')}
                onClick={() => void proposal.run(null)}
              >
                {t('proposals:withdraw')}
              </ActionButton>
            )}
          </Stack>
        )}
        {order.can_propose_time && isOpen && (
          <ProposalForm order={order} proposal={proposal} onClose={close} />
        )}
      </Stack>
    </Section>
  )
}

function Pending({ order, proposal }: { order: Order; proposal: NonNullable<Order['proposal']> }) {
  const t = useTexts('proposals')
  const textOf = useAppointmentText()
  const text = { time: textOf(proposal), appointment: textOf(order) }
  return (
    <AlertBox
      title={t('proposals:pending')}
      message={
        proposal.proposed_by === null
          ? t('proposals:bySomeone', text)
          : t('proposals:byPerson', { ...text, who: proposal.proposed_by })
      }
    />
  )
}

interface ProposalFormProps {
  order: Order
  proposal: ReturnType<typeof useProposal>
  onClose: () => void
}

function ProposalForm({ order, proposal, onClose }: ProposalFormProps) {
  const t = useTexts('proposals')
  const isOnline = useOnline()
  const [value, setValue] = useState<ChosenTime>({ date: '', appointment_datetime: '' })
  const [isAsked, setAsked] = useState(false)
  const { frame, focusError } = useErrorFocus()
  const serviceIds = [...new Set(order.order_services.map((service) => service.service_definition_id))]
  const times = useShopTimes({ shopId: order.shop_id, vehicleId: order.vehicle_id, serviceIds, value })

  async function send() {
    setAsked(true)
    if (value.appointment_datetime === '' || times.isGone) return focusError()
    if (await proposal.run(value.appointment_datetime)) onClose()
    else focusError()
  }
  return (
    <Stack ref={frame} sx={{ gap: 2, width: 1, ...onScreenOnly }}>
      <TimeChoice times={times} value={value} onChange={setValue} showsMissing={isAsked} />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <ActionButton
          variant="contained"
          loading={proposal.isBusy}
          disabledReason={!isOnline && t('proposals:offline')}
          onClick={() => void send()}
        >
          {t('proposals:send')}
        </ActionButton>
        <ActionButton color="inherit" onClick={onClose}>
          {t('common:action.cancel')}
        </ActionButton>
      </Stack>
    </Stack>
  )
}

function ProposalFailure({ failure }: { failure: NonNullable<ReturnType<typeof useProposal>['failure']> }) {
  const t = useTexts('proposals', 'errors')
  const textOf = useFailureText()
  if (failure.code === 'stale') return <ErrorAlert message={t('proposals:stale')} />
  const isSame = failure.fields.appointment_datetime?.includes('unchanged')
  return <ErrorAlert message={isSame ? t('proposals:unchanged') : textOf(failure)} />
}
