import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { dayIn } from '#domain/core/days.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { colonOf, type EmailContent } from '#server/integrations/mail/render-email.ts'
import { appointmentWhen } from '#server/modules/orders/orders/appointment-when.ts'
import { dayText } from '#server/texts/day-text.ts'
import { numberText } from '#server/texts/number-text.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import type { DocumentRow, DueRow } from './reminder-plan.repository.ts'
import type { Addressee, WaitingRow } from './reminder-sender.repository.ts'

/** Maximum lines of an email; the app shows the rest. */
const LINES_MAX = 30

/** Recipient and texts of an email. */
export interface ReminderContext {
  person: Addressee
  brand: Brand
  origin: string
  /** Fleet of the reminders. */
  fleetId: number
  /** Unsubscribe address. */
  ending: string
  now: Date
  serviceNames: Map<number, string>
}
interface Line {
  vehicle: string
  vehicleId: number
  /** Subject for a heading, and its text. */
  what: string
  text: string
  isPast: boolean
  isDocument: boolean
}

/** Email with everything that is due for a user on a morning (decision 26). */
export function digestEmail(rows: readonly WaitingRow[], context: ReminderContext): EmailContent {
  const { language } = context.person
  const lines = linesOf(rows, context)
  const shown = lines.slice(0, LINES_MAX).map(({ vehicle, text }) => ({ label: vehicle, value: text }))
  const rest = lines.length - shown.length
  const { screen, path } = targetOf(lines)
  const address = withFleet(path, context)
  return {
    language,
    heading: headingOf(lines, language),
    paragraphs: [introOf(lines, language)],
    facts: rest > 0 ? [...shown, moreFact(language, rest)] : shown,
    action: { label: translate(language, `server/reminders:open.${screen}`), address },
    ...endOf(context),
  }
}

/** The same as a text message: the subject and a link. */
export function digestText(rows: readonly WaitingRow[], context: ReminderContext): string {
  const lines = linesOf(rows, context)
  const [first] = lines
  const { brand, person } = context
  const colon = colonOf(person.language)
  const subject =
    lines.length === 1 && first ? `${first.vehicle}${colon}${first.text}` : headingOf(lines, person.language)
  return `${brand.name}${colon}${subject}. ${withFleet(targetOf(lines).path, context)}`
}

/** Email about one appointment. */
export function appointmentEmail(order: OrderRow, context: ReminderContext): EmailContent {
  const { language } = context.person
  const { shop } = order
  const when = appointmentWhen(order, context.person)
  const labels = translateGroup(language, 'server/reminders:fact')
  const facts: [keyof typeof labels, string | null][] = [
    ['vehicle', nameOf(order)],
    ['when', when],
    ['shop', shop?.name ?? order.custom_shop_name],
    ['address', shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`],
    ['phone', shop?.main_phone_number ?? null],
    [
      'services',
      order.order_services
        .filter(isCounted)
        .map(({ name }) => name)
        .join(', '),
    ],
    ['order', String(order.id)],
  ]
  return {
    language,
    heading: appointmentHeading(order, when, language),
    paragraphs: [translate(language, 'server/reminders:intro.appointment')],
    facts: facts.flatMap(([fact, value]) => (value ? [{ label: labels[fact], value }] : [])),
    action: {
      label: translate(language, 'server/reminders:open.order'),
      address: addressOf(order, context),
    },
    ...endOf(context),
  }
}

export function appointmentText(order: OrderRow, context: ReminderContext): string {
  const { person, brand } = context
  const when = appointmentWhen(order, person)
  const subject = appointmentHeading(order, when, person.language)
  const shop = order.shop?.name ?? order.custom_shop_name
  return `${brand.name}${colonOf(person.language)}${subject}${shop ? `, ${shop}` : ''}. ${addressOf(order, context)}`
}

const addressOf = (order: OrderRow, context: ReminderContext) =>
  withFleet(`/orders/${order.id}/approvals`, context)

/** Returns the address of a screen, with the fleet, because the recipient's session may act for another one. */
const withFleet = (path: string, { origin, fleetId }: ReminderContext) =>
  `${origin}${path}${path.includes('?') ? '&' : '?'}fleet=${fleetId}`

const appointmentHeading = (order: OrderRow, when: string, language: Language) =>
  translate(language, 'server/reminders:subject.appointment', { vehicle: nameOf(order), when })

/** Returns why the recipient gets the email, and the link that ends it. */
const endOf = ({ person: { language }, brand, ending }: ReminderContext) => ({
  footer: translate(language, 'server/reminders:footer', { brand: brand.name }),
  ending: { label: translate(language, 'server/reminders:ending'), address: ending },
})

const moreFact = (language: Language, count: number) => ({
  label: translate(language, 'server/reminders:moreLabel'),
  value: translate(language, 'server/reminders:more', { count }),
})

const nameOf = (order: OrderRow) => order.vehicle.name || `#${order.vehicle_id}`

/**
 * Returns the screen that shows all lines. The list of due maintenance has no default range (decision 20). The filter
 * in its address keeps the user's default view from opening.
 */
function targetOf(lines: readonly Line[]) {
  const [first] = lines
  if (first && lines.every((line) => line.vehicleId === first.vehicleId))
    return { screen: 'vehicle', path: `/vehicles/${first.vehicleId}` } as const
  return lines.every((line) => line.isDocument)
    ? ({ screen: 'dashboard', path: '/dashboard' } as const)
    : ({ screen: 'due', path: '/upcoming_maintenances?due=all' } as const)
}

/** One line per due item, even if several reminders mention it; the newest one counts. */
function linesOf(rows: readonly WaitingRow[], context: ReminderContext): Line[] {
  const lines = rows.map((row) => ({
    vehicle: row.vehicle || `#${row.vehicle_id}`,
    vehicleId: row.vehicle_id,
    key: row.kind === 'document' ? '' : String(row.facts.item_id),
    ...(row.kind === 'document'
      ? documentLine(row.facts as unknown as DocumentRow, context)
      : maintenanceLine(row.facts as unknown as DueRow, context)),
  }))
  return [...new Map(lines.map((line) => [`${line.vehicleId}:${line.key || line.text}`, line])).values()]
}

function maintenanceLine(due: DueRow, { person, serviceNames }: ReminderContext) {
  const { language } = person
  const what = due.service_ids.flatMap((id) => serviceNames.get(id) ?? []).join(', ')
  const isPast = due.due_status === 'past_due'
  const details = [
    ...(isPast ? [translate(language, 'server/reminders:due.past')] : []),
    ...(due.due_at === null
      ? []
      : [
          translate(language, 'server/reminders:due.at', {
            reading: distanceText(due.due_at, due.unit, language),
          }),
        ]),
    ...(due.due_date === null
      ? []
      : [translate(language, 'server/reminders:due.by', { day: dayText(due.due_date, person.country) })]),
  ]
  return { what, isPast, isDocument: false, text: [what, details.join(', ')].filter(Boolean).join(' · ') }
}

function documentLine(document: DocumentRow, { person, now }: ReminderContext) {
  const { language } = person
  const names: Record<string, string> = translateGroup(language, 'server/reminders:document')
  const name = names[document.document_type] ?? names.other ?? ''
  const what = document.document_title ? `${name} (${document.document_title})` : name
  // Never 'today': the email may arrive days later.
  const day = dayText(document.expiration, person.country)
  const isPast = document.expiration < dayIn(person.time_zone, now)
  const expires = translate(language, `server/reminders:expires.${isPast ? 'ago' : 'on'}`, { day })
  return { what, isPast, isDocument: true, text: `${what} · ${expires}` }
}

function headingOf(lines: readonly Line[], language: Language): string {
  const vehicles = new Set(lines.map((line) => line.vehicleId))
  const [first] = lines
  if (vehicles.size !== 1 || !first)
    return translate(language, 'server/reminders:subject.vehicles', { count: vehicles.size })
  const { vehicle, what } = first
  if (lines.length > 1)
    return translate(language, 'server/reminders:subject.several', { count: lines.length, vehicle })
  if (first.isDocument)
    return translate(language, 'server/reminders:subject.document', { document: what, vehicle })
  return translate(language, `server/reminders:subject.${first.isPast ? 'past' : 'due'}`, { what, vehicle })
}

function introOf(lines: readonly Line[], language: Language): string {
  const hasDocuments = lines.some((line) => line.isDocument)
  const isMixed = hasDocuments && lines.some((line) => !line.isDocument)
  const subject = isMixed ? 'both' : hasDocuments ? 'documents' : 'maintenance'
  return translate(language, `server/reminders:intro.${subject}`)
}

function distanceText(value: number, unit: 'mi' | 'km', language: Language): string {
  return `${numberText(value, language)} ${unit}`
}
