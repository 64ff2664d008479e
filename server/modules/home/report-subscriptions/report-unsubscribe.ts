import { distanceUnitOf } from '#contract/core/locale.ts'
import type { Database } from '#server/db/database.ts'
import { reportSubscriptionsRepository as subscriptions } from './report-subscriptions.repository.ts'
import { reportTitle } from './report-title.ts'

/** Returns the subscription of the link in an email. Null: it was deleted, or its user was. */
export async function readReportLink(db: Database, id: number) {
  const found = await subscriptions.findLinked(db, id)
  if (!found) return null
  const { language, country, every, isEnded } = found
  return { language, every, isEnded, title: reportTitle(found, { language, unit: distanceUnitOf(country) }) }
}

/** Ends the subscription of the link in an email, or resumes it. */
export const setReportLink = (db: Database, id: number, { isOn, now }: { isOn: boolean; now: Date }) =>
  db.system((tx) => subscriptions.setEnded(tx, id, { isEnded: !isOn, now }))
