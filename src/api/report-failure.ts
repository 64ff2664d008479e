import { ERROR_SAMPLE_RATE, environmentOf } from '#contract/core/environment.ts'
import { pageSettings } from './page-settings.ts'

export interface ReportedFailure {
  code: string
  /** 0 if there was no response. */
  status: number
  requestId?: string | undefined
}

/**
 * Reports a failure to the configured URL: code, status, path, version, environment. Sends no texts, ids or input,
 * because they may be personal. Does nothing if no URL is set (API-018, API-019). The JSON is sent as plain text, so
 * that any host accepts it without a CORS preflight.
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
  // Best effort: lost when offline.
  fetch(errorReportUrl, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify(report),
  }).catch(() => undefined)
}
