import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Expected } from './reference.ts'
import { ITEMS } from './script.ts'

export interface Verdict {
  expected: number
  mails: number
  kills: number
  /** Due, but in no mail. */
  missing: string[]
  /** Sent although not wanted: duplicate, not due, disabled, snoozed, canceled. */
  unwanted: string[]
  early: string[]
  /** Delivered more than an hour late. */
  late: string[]
  /** Queued, but never delivered. */
  undelivered: number
  /** Duplicates with the same Message-ID, caused by a kill between the server's '250' and our commit. */
  copies: number
}

interface MailRow {
  id: string
  recipient: string
  subject: string
  text: string
  decided_at: string
  kind: string
  at: string | null
}

/** Compares the received lines with the expected ones. */
export async function verdictOn(
  db: Database,
  expected: readonly Expected[],
  arrived: readonly string[],
  kills: number,
): Promise<Verdict> {
  const rows = await db.query<MailRow>(sql`
    select distinct on (m.id) m.id, m.recipient, m.subject, m.text, r.decided_at, r.kind, r.facts ->> 'at' as at
    from mails m join reminders r on r.mail_id = m.id order by m.id`)
  const copies = Map.groupBy(arrived.flatMap(idOf), (id) => id)
  const mailedLines = rows.filter(({ id }) => copies.has(id)).flatMap(linesOf)
  const verdict: Verdict = {
    expected: expected.length,
    mails: rows.length,
    kills,
    missing: [],
    unwanted: [],
    early: [],
    late: [],
    undelivered: rows.filter(({ id }) => !copies.has(id)).length,
    copies: arrived.length - copies.size,
  }
  const wanted = Map.groupBy(expected, nameOf)
  const found = Map.groupBy(mailedLines, nameOf)
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    const due = (wanted.get(name) ?? []).toSorted((a, b) => a.at - b.at)
    const got = (found.get(name) ?? []).toSorted((a, b) => a.at - b.at)
    for (let n = 0; n < Math.max(due.length, got.length); n++) judge(verdict, name, due[n]?.at, got[n]?.at)
  }
  return verdict
}

function judge(verdict: Verdict, name: string, due: number | undefined, got: number | undefined): void {
  const describe = (at: number) => `${name} ${new Date(at).toISOString()}`
  if (due === undefined) verdict.unwanted.push(describe(got ?? 0))
  else if (got === undefined) verdict.missing.push(describe(due))
  else if (got < due) verdict.early.push(`${describe(got)} for ${new Date(due).toISOString()}`)
  else if (got - due > 3_600_000) verdict.late.push(`${describe(got)} for ${new Date(due).toISOString()}`)
}

const nameOf = ({ recipient, vehicle, what }: Pick<Expected, 'recipient' | 'vehicle' | 'what'>) =>
  `${recipient} · ${vehicle} · ${what}`

const idOf = (mail: string): string[] => /^Message-ID: <([^@>]+)@/im.exec(mail)?.slice(1) ?? []

/** Parses a mail into the lines of the reference. */
function linesOf({ recipient, subject, text, decided_at, kind, at }: MailRow): Expected[] {
  const instant = Date.parse(decided_at)
  if (at !== null) {
    const [, vehicle = ''] = /^(Van \d+)\s?:/.exec(subject) ?? []
    return [{ recipient, vehicle, what: `${kind} ${new Date(at).toISOString()}`, at: instant }]
  }
  return text.split('\n').flatMap((line) => {
    const [, vehicle, label = ''] = /^(Van \d+)\s?: (.* · .*)$/.exec(line) ?? []
    return vehicle ? [{ recipient, vehicle, what: whatOf(label), at: instant }] : []
  })
}

function whatOf(text: string): string {
  const item = ITEMS.find(({ name }) => text.startsWith(name))
  if (!item) return 'plate'
  return `${item.name} ${/past due|en retard/.test(text) ? 'past' : 'soon'}`
}
