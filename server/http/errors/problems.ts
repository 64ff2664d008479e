import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/core/fields.ts'
import { PROBLEMS, type ProblemBody } from '#contract/core/problems.ts'
import { isDatabaseUnavailable } from '#server/db/database-errors.ts'
import { CircuitError } from '#server/integrations/circuit.ts'
import { ExternalApiError } from '#server/integrations/external-api.ts'
import { Problem } from '#server/problem.ts'
import { redact } from '#server/redact.ts'
import { problemText } from '#server/texts/problem-text.ts'

/** Converts any error to the problem sent to the client. An unknown error becomes 'internal', without details. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ExternalApiError || error instanceof CircuitError)
    return new Problem('unavailable', { retryAfter: 10 })
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', { retryAfter: 2 })
  return fromFastify(error) ?? new Problem('internal')
}

/** Maps Fastify's own errors: body too large, unknown content type, invalid length. */
function fromFastify(error: unknown): Problem | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null
  switch (error.statusCode) {
    case 404:
      return new Problem('not_found')
    case 413:
      return new Problem('too_large')
    case 415:
      return new Problem('unsupported_media')
    case 503:
      return new Problem('unavailable', { retryAfter: 2 })
    default:
      return error.statusCode >= 400 && error.statusCode < 500 ? new Problem('malformed') : null
  }
}

/** Returns the problem in wire format (RFC 9457 and the specification's own alert fields). */
function problemBody(problem: Problem, language: Language, requestId: string): ProblemBody {
  const { detail, fields, current, etag, changed, offset, retryAfter } = problem.details
  const alert = problemText(language, problem.code, retryAfter)
  return {
    type: `/problems/${problem.code}`,
    title: problemText('en', problem.code),
    status: PROBLEMS[problem.code],
    code: problem.code,
    ...(detail === undefined ? {} : { detail }),
    errors: [alert],
    ...(fields === undefined ? {} : { fields }),
    alertType: 'error',
    alertMessage: alert,
    request_id: requestId,
    ...(current === undefined ? {} : { current }),
    ...(etag === undefined ? {} : { etag }),
    ...(changed === undefined ? {} : { changed }),
    ...(offset === undefined ? {} : { offset }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  }
}

/** Under load there are thousands of these, so they are logged in one line without a stack. */
function describeUnavailable(error: unknown): object {
  const cause = error instanceof Problem ? error.cause : error
  if (!(cause instanceof Error)) {
    const { detail } = error instanceof Problem ? error.details : {}
    return { reason: detail ?? 'overload' }
  }
  const code = 'code' in cause ? cause.code : undefined
  return { reason: cause.name, code, message: redact(cause.message) }
}

/** Responds with a problem. A server error is logged with its cause, and the client gets the request id. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const problem = toProblem(error)
  const status = PROBLEMS[problem.code]
  if (status === 503) request.log.warn(describeUnavailable(error), 'Request rejected temporarily')
  else if (status >= 500) request.log.error({ err: error }, 'Request failed')
  if (problem.details.retryAfter !== undefined)
    reply.header('retry-after', String(problem.details.retryAfter))
  if (problem.details.etag !== undefined) reply.header('etag', problem.details.etag)
  return reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, request.language ?? 'en', request.id)))
}
