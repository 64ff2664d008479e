export interface PageSettings {
  /** Invented data and a local mailbox: the sign-in screen may say so. */
  demo: boolean
  mailboxUrl: string | null
  /** Where failures are reported to; null: nowhere (API-019). */
  errorReportUrl: string | null
}

let known: PageSettings | undefined

/** What the server put into the page as `<script type="application/json" id="page">`; nothing is on where it said nothing. */
export function pageSettings(): PageSettings {
  known ??= read()
  return known
}

function read(): PageSettings {
  const { demo, mailboxUrl, errorReportUrl } = dataOfPage()
  return {
    demo: demo === true,
    mailboxUrl: typeof mailboxUrl === 'string' ? mailboxUrl : null,
    errorReportUrl: typeof errorReportUrl === 'string' ? errorReportUrl : null,
  }
}

function dataOfPage(): Record<string, unknown> {
  try {
    return JSON.parse(document.getElementById('page')?.textContent || '{}')
  } catch (error) {
    console.error('The settings in the page are not JSON', error)
    return {}
  }
}
