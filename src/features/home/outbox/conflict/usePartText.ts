import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { factsOf } from '#src/features/home/outbox/entries/entry-facts.ts'
import { useVehicleName } from '#src/features/home/outbox/entries/useEntryText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { PARTS, type PartName } from '#src/offline/model/merge/differences.ts'
import type { FieldName } from './field-of-path.ts'

type Fields = Readonly<Record<string, unknown>>

/** Labels of an entry's parts as in its form, and their values as text. */
export function usePartText() {
  const t = useTexts('outbox', 'history', 'glovebox', 'odometer')
  const format = useFormat()
  const vehicleName = useVehicleName()
  const services = useLocalRows(['services'], (cache) => cache.services, { isOptional: true })
  const shops = useLocalRows(['shops'], (cache) => cache.favoriteShops, { isOptional: true })

  const labels: Record<FieldName, string> = {
    vehicle: t('history:form.what'),
    date: t('history:form.date.label'),
    odometer: t('history:form.odometer.label'),
    services: t('history:form.services'),
    shop: t('history:form.where'),
    po: t('history:form.po.label'),
    comments: t('history:form.comments.label'),
    type: t('glovebox:form.type.label'),
    title: t('glovebox:form.title.label'),
    number: t('glovebox:form.number.label'),
    expiration: t('glovebox:form.expiration.label'),
    insurance: t('glovebox:form.insurance.label'),
    state: t('glovebox:form.state.label', { context: format.country.toLowerCase() }),
    file: t('glovebox:form.file.label'),
    reading: t('odometer:form.value'),
    readingDay: t('odometer:form.day'),
    voidReason: t('odometer:void.reason'),
  }

  /** Lines of a part's value; none where it is empty. */
  function linesOfPart(name: PartName, fields: Fields): string[] {
    const { date, odometer, documentType } = factsOf({ payload: { fields } })
    switch (name) {
      case 'vehicle':
        return typeof fields.vehicle_id === 'number' ? [vehicleName(fields.vehicle_id)] : []
      case 'date':
        return date ? [format.date(date)] : []
      case 'odometer':
        return odometer === null ? [] : [format.distance(odometer)]
      case 'type':
        return documentType ? [t(`outbox:entry.document.${documentType}`)] : []
      case 'expiration':
        return typeof fields.expiration_date === 'string' ? [format.date(fields.expiration_date)] : []
      case 'services':
        return linesOf(fields.vehicle_services).map(serviceLine)
      case 'shop':
        return [shopName(fields), fields.zip].filter((text) => typeof text === 'string')
      default:
        return PARTS[name].flatMap((field) => (fields[field] ? [String(fields[field])] : []))
    }
  }

  function serviceLine({ service_definition_id: id, price, position, ...rest }: Fields): string {
    const service = services?.find((each) => each.id === id)
    const distance = rest.service_miles ?? rest.service_kilometers
    return [
      service ? serviceName(service, format.language) : t('outbox:part.service', { id: Number(id) }),
      position,
      typeof price === 'string' && format.money(price),
      typeof distance === 'number' && format.distance(distance),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  function shopName({ shop_id: id, custom_shop_name: own }: Fields): unknown {
    if (id === undefined) return own
    return shops?.find((shop) => shop.id === id)?.name ?? t('outbox:part.shop', { id: Number(id) })
  }

  return { labelOf: (name: FieldName) => labels[name], linesOfPart }
}

const linesOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])
