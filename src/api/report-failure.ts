import { ERROR_SAMPLE_RATE, environmentOf } from '#contract/core/environment.ts'
import { pageSettings } from './page-settings.ts'

export interface ReportedFailure {
  code: string
  /** 0 when no answer came. */
  status: number
  requestId?: string | undefined
}

/**
 * Tells the error-reporting address of the page's settings about a failure: code, status, path, version, environment.
 * No texts, ids or input: those may be personal. Off when no address is set (API-018, API-019).
 * Sent as plain text that holds JSON, so that any host takes it without having to allow this page first.
 */
export function reportFailure(failure: ReportedFailure, path: string): void {
  const { errorReportUrl } = pageSettings()
  if (!errorReportUrl || Math.random() >= ERROR_SAMPLE_RATE) return
  const report = {
    code: failure.code,
    status: failure.status,
    path: path.replace(/\/([0-9a-f-]{36}|\d+)(?=\/|$)/g, '/:id'),
    request_id: failure.requestId,
    app_version: __APP_VERSION__,
    environment: environmentOf(location.host),
    at: new Date().toISOString(),
  }
  // Lost without signal, and nobody waits for it.
  fetch(errorReportUrl, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify(report),
  }).catch(() => undefined)
}
