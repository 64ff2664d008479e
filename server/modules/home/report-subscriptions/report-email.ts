import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import { can } from '#domain/access/permissions.ts'
import type { ReportRange } from '#domain/home/report-periods.ts'
import type { Actor } from '#server/actor.ts'
import type { EmailContent } from '#server/integrations/mail/render-email.ts'
import { dayText } from '#server/texts/day-text.ts'
import { monthText } from '#server/texts/month-text.ts'
import { translate } from '#server/texts/translate.ts'
import { reportTexts } from '../reports/report-texts.ts'
import { figureLines, isEmptyReport } from './report-email-lines.ts'
import type { ReportFigures } from './report-figures.ts'
import type { MailedReport } from './report-mail-sender.repository.ts'
import { reportTitle } from './report-title.ts'

interface ReportEmail {
  mailed: MailedReport
  actor: Actor
  period: ReportRange
  figures: ReportFigures
  brand: Brand
  origin: string
  /** Unsubscribe address; null: the user asked for this one email. */
  ending: string | null
}

/** The email with the figures of a week or month. Its heading is also its subject. */
export function reportEmail({
  mailed,
  actor,
  period,
  figures,
  brand,
  origin,
  ending,
}: ReportEmail): EmailContent {
  const { language, fleet_name: fleet } = mailed
  const title = reportTitle(mailed, { language, unit: actor.fleet.unit })
  return {
    language,
    heading: translate(language, 'server/report-mails:subject', {
      fleet,
      title,
      period: periodText(mailed, period),
    }),
    paragraphs: [
      translate(language, `server/report-mails:intro.${mailed.every}`, {
        fleet,
        from: dayText(period.from, mailed.country),
        to: dayText(period.to, mailed.country),
      }),
      ...(can(actor, 'vehicles.readAll') ? [] : [translate(language, 'server/report-mails:assignedOnly')]),
      ...(isEmptyReport(figures, mailed.by) ? [emptyText(figures, language)] : []),
    ],
    facts: figureLines(figures, mailed),
    action: {
      label: translate(language, 'server/report-mails:open'),
      address: `${origin}/reports?${addressOf(mailed, period)}`,
    },
    footer: translate(language, `server/report-mails:footer.${ending ? mailed.every : 'once'}`, {
      brand: brand.name,
    }),
    ...(ending && {
      ending: { label: translate(language, 'server/report-mails:ending'), address: ending },
    }),
  }
}

/**
 * The link contains the days, so that it shows the same figures later. It also contains the fleet, because the session
 * may be in another one.
 */
function addressOf({ report, by, fleet_id }: MailedReport, { from, to }: ReportRange): string {
  const view = { report, by, from, to, fleet: String(fleet_id) }
  return new URLSearchParams(view).toString()
}

function periodText({ every, country, language }: MailedReport, { from, to }: ReportRange): string {
  return every === 'month'
    ? monthText(from.slice(0, 7), language)
    : translate(language, 'server/report-mails:days', {
        from: dayText(from, country),
        to: dayText(to, country),
      })
}

function emptyText({ report }: ReportFigures, language: Language): string {
  const { downtime, compliance, empty } = reportTexts[language]
  if (report === 'compliance') return `${compliance.emptyTitle}.`
  return `${report === 'downtime' ? downtime.emptyTitle : empty.title}.`
}
