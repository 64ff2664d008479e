import type { Brand } from '#contract/core/brand.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { dayIn } from '#domain/core/days.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { colonOf, type EmailContent } from '#server/integrations/mail/render-email.ts'
import { appointmentWhen } from '#server/modules/orders/orders/appointment-when.ts'
import type { DocumentRow, DueRow } from './reminder-plan.repository.ts'
import type { Addressee, WaitingRow } from './reminder-sender.repository.ts'
import { REMINDER_TEXTS } from './reminder-texts.ts'

/** Maximum lines of an email; the app shows the rest. */
const LINES_MAX = 30

/** Recipient and texts of an email. */
export interface ReminderContext {
  person: Addressee
  brand: Brand
  origin: string
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
export function digestEmail(rows: readonly WaitingRow[], ground: ReminderContext): EmailContent {
  const { person, brand, origin } = ground
  const words = REMINDER_TEXTS[person.language]
  const lines = linesOf(rows, ground)
  const vehicles = new Map(lines.map((line) => [line.vehicleId, line.vehicle]))
  const [first] = lines
  const shown = lines.slice(0, LINES_MAX).map(({ vehicle, text }) => ({ label: vehicle, value: text }))
  const rest = lines.length - shown.length
  const isOne = vehicles.size === 1 && first
  return {
    language: person.language,
    heading: headingOf(lines, person.language),
    paragraphs: [introOf(lines, person.language)],
    facts: rest > 0 ? [...shown, { label: words.moreLabel, value: words.more(rest) }] : shown,
    action: isOne
      ? { label: words.open.vehicle, address: `${origin}/vehicles/${first.vehicleId}` }
      : { label: words.open.due, address: `${origin}/services` },
    footer: words.footer(brand.name),
    ending: { label: words.ending, address: ground.ending },
  }
}

/** The same as a text message: the subject and a link. */
export function digestText(rows: readonly WaitingRow[], ground: ReminderContext): string {
  const lines = linesOf(rows, ground)
  const [first] = lines
  const { brand, origin, person } = ground
  const colon = colonOf(person.language)
  if (lines.length === 1 && first)
    return `${brand.name}${colon}${first.vehicle}${colon}${first.text}. ${origin}/vehicles/${first.vehicleId}`
  return `${brand.name}${colon}${headingOf(lines, person.language)}. ${origin}/services`
}

/** Email about one appointment. */
export function appointmentEmail(order: OrderRow, ground: ReminderContext): EmailContent {
  const { person, brand, origin } = ground
  const words = REMINDER_TEXTS[person.language]
  const { shop } = order
  const when = appointmentWhen(order, person.language)
  const facts: [keyof typeof words.fact, string | null][] = [
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
    language: person.language,
    heading: words.subject.appointment(nameOf(order), when),
    paragraphs: [words.intro.appointment],
    facts: facts.flatMap(([fact, value]) => (value ? [{ label: words.fact[fact], value }] : [])),
    action: { label: words.open.order, address: `${origin}/orders/${order.id}/approvals` },
    footer: words.footer(brand.name),
    ending: { label: words.ending, address: ground.ending },
  }
}

export function appointmentText(order: OrderRow, { person, brand, origin }: ReminderContext): string {
  const when = appointmentWhen(order, person.language)
  const subject = REMINDER_TEXTS[person.language].subject.appointment(nameOf(order), when)
  const shop = order.shop?.name ?? order.custom_shop_name
  return `${brand.name}${colonOf(person.language)}${subject}${shop ? `, ${shop}` : ''}. ${origin}/orders/${order.id}/approvals`
}

const nameOf = (order: OrderRow) => order.vehicle.name || `#${order.vehicle_id}`

/** One line per due item, even if several reminders mention it. */
function linesOf(rows: readonly WaitingRow[], ground: ReminderContext): Line[] {
  const lines = rows.map((row) => ({
    vehicle: row.vehicle || `#${row.vehicle_id}`,
    vehicleId: row.vehicle_id,
    ...(row.kind === 'document'
      ? documentLine(row.facts as unknown as DocumentRow, ground)
      : maintenanceLine(row.facts as unknown as DueRow, ground)),
  }))
  return [...new Map(lines.map((line) => [`${line.vehicleId}:${line.text}`, line])).values()]
}

function maintenanceLine(due: DueRow, { person, serviceNames }: ReminderContext) {
  const words = REMINDER_TEXTS[person.language]
  const what = due.service_ids.flatMap((id) => serviceNames.get(id) ?? []).join(', ')
  const isPast = due.due_status === 'past_due'
  const details = [
    ...(isPast ? [words.due.past] : []),
    ...(due.due_at === null ? [] : [words.due.at(distanceText(due.due_at, due.unit, person.language))]),
    ...(due.due_date === null ? [] : [words.due.by(dayText(due.due_date, person.country))]),
  ]
  return { what, isPast, isDocument: false, text: [what, details.join(', ')].filter(Boolean).join(' · ') }
}

function documentLine(paper: DocumentRow, { person, now }: ReminderContext) {
  const words = REMINDER_TEXTS[person.language]
  const name = words.document[paper.document_type] ?? words.document.other ?? ''
  const what = paper.document_title ? `${name} (${paper.document_title})` : name
  const today = dayIn(person.time_zone, now)
  const day = dayText(paper.expiration, person.country)
  const { on, ago, today: todays } = words.expires
  const isPast = paper.expiration < today
  const expires = paper.expiration === today ? todays : isPast ? ago(day) : on(day)
  return { what, isPast, isDocument: true, text: `${what} · ${expires}` }
}

function headingOf(lines: readonly Line[], language: Addressee['language']): string {
  const { subject } = REMINDER_TEXTS[language]
  const vehicles = new Set(lines.map((line) => line.vehicleId))
  const [first] = lines
  if (vehicles.size !== 1 || !first) return subject.vehicles(vehicles.size)
  if (lines.length > 1) return subject.several(lines.length, first.vehicle)
  if (first.isDocument) return subject.document(first.what, first.vehicle)
  return (first.isPast ? subject.past : subject.due)(first.what, first.vehicle)
}

function introOf(lines: readonly Line[], language: Addressee['language']): string {
  const { intro } = REMINDER_TEXTS[language]
  if (lines.every((line) => line.isDocument)) return intro.documents
  return lines.some((line) => line.isDocument) ? intro.both : intro.maintenance
}

function distanceText(value: number, unit: 'mi' | 'km', language: Addressee['language']): string {
  return `${new Intl.NumberFormat(language === 'fr' ? 'fr-CA' : 'en-US').format(value)} ${unit}`
}

/** BRD-032, BRD-033: YYYY-MM-DD in Canada, MM/DD/YYYY elsewhere. */
function dayText(day: string, country: Addressee['country']): string {
  const [year, month, date] = day.split('-')
  return country === 'CA' ? day : `${month}/${date}/${year}`
}
