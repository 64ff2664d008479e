import { DOCUMENT_NOTICE_DAYS } from '#domain/core/limits.ts'
import { nameWithId } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useDocumentTitle } from '#src/features/vehicles/glovebox/useDocumentTitle.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFaultName } from '#src/i18n/useFaultName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dueNames } from '../due/due-view.ts'
import { namedFaults, type TodayItem } from './today-items.ts'

/** Returns a function that puts an item into words. `vehicle` is empty for an item about several. */
export function useTodayText(): (item: TodayItem) => { vehicle: string; text: string } {
  const t = useTexts('dashboard')
  const { language, date, number } = useFormat()
  const titleOf = useDocumentTitle()
  const faultName = useFaultName()
  const textOf = (item: TodayItem): string => {
    switch (item.kind) {
      case 'approvals':
        return t('dashboard:today.approvals', { count: item.count })
      case 'unsent':
        return t('dashboard:today.unsent')
      case 'late':
        return t('dashboard:today.late', { count: item.days, shop: item.shop || t('dashboard:today.aShop') })
      case 'missed':
        return t('dashboard:today.missed', { shop: item.shop || t('dashboard:today.theShop') })
      case 'document': {
        const type = item.document ? titleOf(item.document) : t('dashboard:today.plate')
        if (item.days < 0) return t('dashboard:today.expired', { type })
        return t('dashboard:today.expires', { count: item.days, type })
      }
      case 'documents':
        return t(`dashboard:today.${item.isExpired ? 'expiredCount' : 'expiringCount'}`, {
          count: item.count,
          number: number(item.count),
          days: DOCUMENT_NOTICE_DAYS,
        })
      case 'pastDue': {
        const services = dueNames({ intervals: [item.row.interval] }, language)
        const text = t('dashboard:today.pastDue', { count: item.weeks, services })
        const until = item.row.snoozedUntil
        return until ? `${text} · ${t('common:snoozedUntil', { date: date(until) })}` : text
      }
      case 'faults': {
        const { names, more } = namedFaults(item.names.map(faultName))
        const text = t('dashboard:today.faults', { names })
        return more > 0 ? `${text} ${t('dashboard:today.moreFaults', { count: more })}` : text
      }
    }
  }
  return (item) => ({
    vehicle: 'vehicle' in item ? item.vehicle : item.kind === 'pastDue' ? nameWithId(item.row) : '',
    text: textOf(item),
  })
}
