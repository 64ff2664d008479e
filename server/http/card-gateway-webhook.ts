import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeGatewayNotification } from '#server/modules/money/payments/notifications/gateway-notifications.service.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { Problem } from '../problem.ts'
import { OPEN } from './request.ts'

const PATH = '/webhooks/card_gateway'
/** A notification is a few kilobytes. */
const BODY_MAX_BYTES = 64 * 1024

/**
 * Receives the card gateway's notifications. The signature authenticates the sender, so no session and no origin check
 * are needed. For any response but 2xx, the gateway repeats the notification for a day.
 */
export async function cardGatewayWebhook(
  app: FastifyInstance,
  { useCase }: { useCase: DatabaseUseCase<'gatewayNotifications' | 'announce' | 'log'> },
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
    async (_request: FastifyRequest, bytes: Buffer) => new URLSearchParams(bytes.toString('utf8')),
  )
  app.post(PATH, { config: { ...OPEN, kind: 'write' as const } }, async (request, reply) => {
    if (!(request.body instanceof URLSearchParams)) throw new Problem('unsupported_media')
    const [signature, payload] = ['bt_signature', 'bt_payload'].map((name) =>
      (request.body as URLSearchParams).get(name),
    )
    if (!signature || !payload)
      throw new Problem('malformed', { detail: 'bt_signature or bt_payload is missing.' })
    await takeGatewayNotification(useCase, { signature, payload, ip: request.ip })
    return reply.code(204).send()
  })
  app.get<{ Querystring: { bt_challenge?: unknown } }>(PATH, { config: OPEN }, async (request, reply) => {
    const { bt_challenge: challenge } = request.query
    const responseText =
      typeof challenge === 'string'
        ? await useCase.ports.gatewayNotifications.answerChallenge(challenge)
        : null
    if (responseText === null) throw new Problem('not_found')
    return reply.type('text/plain; charset=utf-8').send(responseText)
  })
}
