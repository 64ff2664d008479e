export interface PageSettings {
  /** The server runs with demo data and a local mailbox. The sign-in screen may mention it. */
  demo: boolean
  mailboxUrl: string | null
  /** URL for error reports; null disables them (API-019). */
  errorReportUrl: string | null
}

let known: PageSettings | undefined

/**
 * Reads the settings that the server embeds as `<script type="application/json" id="page">`. Everything is off by
 * default.
 */
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
