import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import type { ScheduleDay } from '#contract/catalog/shops.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { SHOP_NOTE_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isUnreachable, toFailure } from '#src/api/failure.ts'
import { ShopSaveNote } from '#src/features/orders/shop-links/ShopSaveNote.tsx'
import { useShopSave } from '#src/features/orders/shop-links/useShopSave.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

interface AppointmentStepProps {
  queue: ShopQueue
  order: ShopOrder
  /** Allowed actions once all waiting operations are sent. */
  may: ShopOrder['may']
}

/** The appointment: accept it, set another time, or decline. The latter two are also available after confirmation. */
export function AppointmentStep({ queue, order, may }: AppointmentStepProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const [mode, setMode] = useState<'ask' | 'other' | 'decline'>('ask')
  const [note, setNote] = useState('')
  const saving = useShopSave()
  return (
    <Section title={format.dateTime(order.appointment_datetime)}>
      {mode === 'ask' && (
        <Stack sx={{ gap: 1 }}>
          {may.includes('confirm') && (
            <Button
              variant="contained"
              size="large"
              loading={saving.isSaving}
              onClick={() => void saving.save(() => queue.enter('confirm', {}, []))}
            >
              {t('shop-link:appointment.confirm')}
            </Button>
          )}
          {may.includes('reschedule') && (
            <Button variant="outlined" size="large" onClick={() => setMode('other')}>
              {t('shop-link:appointment.other')}
            </Button>
          )}
          <Button size="large" color="error" onClick={() => setMode('decline')}>
            {t('shop-link:appointment.decline')}
          </Button>
        </Stack>
      )}
      {mode === 'other' && <OtherTime queue={queue} order={order} onBack={() => setMode('ask')} />}
      {mode === 'decline' && (
        <Stack sx={{ gap: 2 }}>
          <TextInput
            label={t('shop-link:appointment.why')}
            value={note}
            onChange={setNote}
            rows={2}
            maxLength={SHOP_NOTE_MAX}
          />
          <Button
            variant="contained"
            color="error"
            size="large"
            loading={saving.isSaving}
            onClick={() =>
              void saving.save(() => queue.enter('decline', note.trim() ? { note: note.trim() } : {}, []))
            }
          >
            {t('shop-link:appointment.decline')}
          </Button>
          <Button size="large" onClick={() => setMode('ask')}>
            {t('common:action.back')}
          </Button>
        </Stack>
      )}
      <ShopSaveNote saving={saving} />
    </Section>
  )
}

interface OtherTimeProps {
  queue: ShopQueue
  order: ShopOrder
  onBack: () => void
}

/** Requires a connection, because only the server knows the free times. */
function OtherTime({ queue, order, onBack }: OtherTimeProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const [date, setDate] = useState('')
  const [day, setDay] = useState<ScheduleDay | null>(null)
  const [at, setAt] = useState('')
  const [failure, setFailure] = useState<ApiFailure>()
  const saving = useShopSave()
  const latest = useRef('')

  async function choose(chosen: string) {
    latest.current = chosen
    setDate(chosen)
    setAt('')
    setDay(null)
    setFailure(undefined)
    if (!/^\d{4}-\d\d-\d\d$/.test(chosen)) return
    try {
      const { days } = await api.shopLinks.schedule({ id: order.id, date: chosen })
      if (latest.current === chosen) setDay(days[0] ?? { date: chosen, times: [] })
    } catch (error) {
      if (latest.current === chosen) setFailure(toFailure(error))
    }
  }
  async function propose() {
    if (await saving.save(() => queue.enter('confirm', { appointment_datetime: at }, []))) onBack()
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <DateInput
        required
        label={t('shop-link:appointment.date')}
        value={date}
        onChange={(value) => void choose(value)}
      />
      {failure && <TimesFailure failure={failure} onRetry={() => void choose(date)} />}
      {day && day.times.length === 0 && <AlertBox message={t('shop-link:appointment.none')} />}
      {day && day.times.length > 0 && (
        <SelectInput
          required
          label={t('shop-link:appointment.time')}
          value={at}
          onChange={setAt}
          options={day.times.map(({ appointment_datetime }) => ({
            value: appointment_datetime,
            label: format.time(appointment_datetime),
          }))}
        />
      )}
      <Button
        variant="contained"
        size="large"
        disabled={!at}
        loading={saving.isSaving}
        onClick={() => void propose()}
      >
        {t('shop-link:appointment.propose')}
      </Button>
      <Button size="large" onClick={onBack}>
        {t('common:action.back')}
      </Button>
      <ShopSaveNote saving={saving} />
    </Stack>
  )
}

interface TimesFailureProps {
  failure: ApiFailure
  onRetry: () => void
}

/** Why the free times of a day could not be loaded. */
function TimesFailure({ failure, onRetry }: TimesFailureProps) {
  const t = useTexts('shop-link')
  const textOf = useFailureText()
  if (failure.fields.date) return <AlertBox type="notice" message={t('shop-link:appointment.range')} />
  return (
    <AlertBox
      type="notice"
      message={isUnreachable(failure) ? t('shop-link:appointment.offline') : textOf(failure)}
      action={
        <Button color="inherit" onClick={onRetry}>
          {t('common:action.retry')}
        </Button>
      }
    />
  )
}
