import * as z from 'zod/mini'
import type { ProblemCode } from '#contract/core/problems.ts'
import { ApiFailure } from './failure.ts'

const texts = z.catch(z.array(z.string()), [])
/** Lenient: the specification defines `error` and `errors`, our server adds the rest (API-017). */
const body = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  errors: z.catch(
    z.union([
      z.pipe(
        z.string(),
        z.transform((text) => [text]),
      ),
      texts,
    ]),
    [],
  ),
  alertMessage: z.catch(z.optional(z.string()), undefined),
  fields: z.catch(z.optional(z.record(z.string(), texts)), undefined),
  request_id: z.catch(z.optional(z.string()), undefined),
  retry_after: z.catch(z.optional(z.number()), undefined),
})

/**
 * Converts an error response to an ApiFailure. `error` and `errors` of the body become `messages`, which an alert joins
 * with commas (API-017).
 */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const { status } = response
  const read = z.safeParse(body, await response.json().catch(() => undefined))
  if (!read.success) return new ApiFailure({ status, code: 'not_api', messages: [] })
  const { code, error, errors, alertMessage, fields, request_id, retry_after } = read.data
  const messages = errors.length > 0 ? errors : [error ?? alertMessage].filter((text) => text !== undefined)
  return new ApiFailure({
    status,
    code: isCode(code) ? code : 'refused',
    messages,
    ...(fields && { fields }),
    ...(request_id && { requestId: request_id }),
    ...(retry_after !== undefined && { retryAfter: retry_after }),
  })
}

/** The codes are not listed here. Known codes have a translation; for others the server's text is shown. */
function isCode(code: string | undefined): code is ProblemCode {
  return code !== undefined && /^[a-z_]+$/.test(code)
}
