import * as z from 'zod/mini'

const settingsSchema = z.object({
  /** Invented data and a local mailbox: the sign-in screen may say so. */
  demo: z._default(z.boolean(), false),
  mailboxUrl: z._default(z.nullable(z.string()), null),
  errorReportUrl: z._default(z.nullable(z.url()), null),
})
export type PageSettings = z.infer<typeof settingsSchema>

let known: PageSettings | undefined

/** What the server put into the page as `<script type="application/json" id="page">`; defaults where it said nothing. */
export function pageSettings(): PageSettings {
  known ??= read()
  return known
}

function read(): PageSettings {
  try {
    return z.parse(settingsSchema, JSON.parse(document.getElementById('page')?.textContent || '{}'))
  } catch (error) {
    console.error('The settings in the page are not valid', error)
    return z.parse(settingsSchema, {})
  }
}
