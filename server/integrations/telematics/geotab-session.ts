import * as z from 'zod/mini'
import type { GeotabConfig } from '#server/config/config.ts'
import {
  DEFAULT_RETRY_POLICY,
  ExternalApiError,
  externalApiCaller,
  fetchJson,
  type RetryPolicy,
  retryAfterMs,
} from '#server/integrations/external-api.ts'
import type { CircuitOptions } from '../circuit.ts'

const Envelope = z.looseObject({
  result: z.optional(z.unknown()),
  error: z.optional(
    z.looseObject({
      message: z.optional(z.string()),
      errors: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
    }),
  ),
})
const SignIn = z.looseObject({
  credentials: z.looseObject({ database: z.string(), sessionId: z.string(), userName: z.string() }),
  path: z.optional(z.string()),
})

/** A response of many records takes longer than those of other systems. */
const GEOTAB_RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, timeoutMs: 60_000 }

/** A call. A repeated request gets new parameters. */
interface GeotabCall {
  method: string
  params: () => object
  onTimeout?: () => void
}

interface Session {
  credentials: z.infer<typeof SignIn>['credentials']
  server: URL
}

/** MyGeotab's error name for both an expired session and wrong credentials. */
class SignInLost extends ExternalApiError {
  constructor(message: string) {
    super('refused', message)
  }
}

/**
 * MyGeotab's JSON-RPC. Signs in once per database, follows the redirect to its server, and signs in again when the
 * session expires. Throws ExternalApiError.
 */
export function geotabSession(
  config: GeotabConfig,
  patience: RetryPolicy = GEOTAB_RETRY_POLICY,
  options: Pick<CircuitOptions, 'log'> = {},
) {
  const call = externalApiCaller('MyGeotab', patience, options)
  const sessions = new Map<string, Promise<Session>>()

  async function send(server: URL, { method, params, onTimeout }: GeotabCall): Promise<unknown> {
    return call(async (signal) => {
      const { body, headers } = await fetchJson(new URL('/apiv1', server), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method, params: params() }),
        signal,
      }).catch((error: unknown) => {
        if (signal.aborted) onTimeout?.()
        throw error
      })
      const envelope = z.safeParse(Envelope, body)
      if (!envelope.success) throw new ExternalApiError('bad_answer', 'MyGeotab: no envelope')
      if (envelope.data.error) throw failureOf(envelope.data.error, headers)
      return envelope.data.result
    })
  }

  async function signIn(database: string): Promise<Session> {
    const { userName, password } = config
    const result = z.safeParse(
      SignIn,
      await send(new URL(config.server), {
        method: 'Authenticate',
        params: () => ({ database, userName, password }),
      }),
    )
    if (!result.success) throw new ExternalApiError('bad_answer', 'MyGeotab: no session')
    return { credentials: result.data.credentials, server: serverOf(config.server, result.data.path) }
  }

  function sessionOf(database: string): Promise<Session> {
    const known = sessions.get(database)
    if (known) return known
    const opening = signIn(database)
    sessions.set(database, opening)
    opening.catch(() => sessions.delete(database))
    return opening
  }

  return async function callApi(database: string, geotabCall: GeotabCall): Promise<unknown> {
    const sendIn = ({ credentials, server }: Session) =>
      send(server, { ...geotabCall, params: () => ({ ...geotabCall.params(), credentials }) })
    const session = await sessionOf(database)
    try {
      return await sendIn(session)
    } catch (error) {
      if (!(error instanceof SignInLost)) throw error
      sessions.delete(database)
      return sendIn(await sessionOf(database))
    }
  }
}

/** Accepts 'ThisServer' or another host of the same provider. Any other host would receive the session. */
function serverOf(configured: string, path: string | undefined): URL {
  const home = new URL(configured)
  if (!path || path === 'ThisServer') return home
  const next = /^[a-z0-9.-]+(:\d+)?$/i.test(path) ? new URL(`${home.protocol}//${path}`) : null
  const domain = (host: string) => host.split('.').slice(-2).join('.')
  if (next === null || domain(next.hostname) !== domain(home.hostname))
    throw new ExternalApiError('bad_answer', 'MyGeotab: sent to a server that is not its own')
  return next
}

function failureOf(
  {
    message = '',
    errors = [],
  }: { message?: string | undefined; errors?: { name?: string | undefined }[] | undefined },
  headers: Headers,
): ExternalApiError {
  const name = errors[0]?.name ?? ''
  const text = `MyGeotab: ${name || message.slice(0, 200)}`
  switch (name) {
    case 'InvalidUserException':
      return new SignInLost(text)
    case 'OverLimitException':
      return new ExternalApiError('too_many', text, retryAfterMs(headers))
    case 'DbUnavailableException':
    case 'ServiceUnavailableException':
      return new ExternalApiError('unavailable', text)
    default:
      return new ExternalApiError('bad_answer', text)
  }
}
