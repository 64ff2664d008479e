import type { SentReminder } from '#contract/maintenance/sent-reminders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the subject of a reminder, and why it was postponed or not sent. */
export function useReminderText({ about, channel, reason, state, is_moved }: SentReminder) {
  const t = useTexts('sent-reminders')
  const format = useFormat()

  function whatOf(): string {
    if (about.kind === 'maintenance')
      return about.services.join(', ') || t('sent-reminders:about.maintenance')
    if (about.kind === 'order') return t(`sent-reminders:about.order.${about.event}`)
    if (about.kind !== 'document') return t(`sent-reminders:about.${about.kind}`)
    const document = t(`sent-reminders:about.${about.document_type}`)
    const title = about.document_title
    return title ? t('sent-reminders:about.titled', { document, title }) : document
  }

  function detailOf(): string {
    if (about.kind === 'document')
      return t('sent-reminders:detail.expires', { day: format.date(about.expiration) })
    if (about.kind === 'order') return t('sent-reminders:detail.order', { id: about.order_id })
    if (about.kind !== 'maintenance') {
      const { at, appointment_date_pretty: date, appointment_time_pretty: time, shop_time_zone: zone } = about
      if (!date || !time || !zone) return format.dateTime(at)
      return [date, time, format.zoneMark(at, zone)].filter(Boolean).join(' ')
    }
    const { due_status, due_at, due_date, unit } = about
    return [
      t(`sent-reminders:detail.${due_status}`),
      due_at !== null && t('sent-reminders:detail.at', { reading: format.distance(due_at, unit) }),
      due_date !== null && t('sent-reminders:detail.by', { day: format.date(due_date) }),
    ]
      .filter(Boolean)
      .join(', ')
  }

  function whyOf(): string | null {
    if (reason) return t(`sent-reminders:why.${reason}`)
    if (state === 'undelivered') return t(`sent-reminders:why.undelivered.${channel}`)
    return is_moved ? t(`sent-reminders:why.${state === 'waiting' ? 'waits' : 'moved'}`) : null
  }

  return { what: whatOf(), detail: detailOf(), why: whyOf() }
}
