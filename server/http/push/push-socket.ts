import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { PUSH_CLOSE_CODES, PUSH_FRAME_MAX, PUSH_PATH, PushHello } from '#contract/home/push.ts'
import type { Services } from '#server/composition/services.ts'
import { networkKey } from '#server/config/trusted-proxies.ts'
import { OPEN } from '#server/http/request.ts'
import { isOwnOrigin } from '#server/http/security/csrf.ts'
import { callerOfSession, findLiveSessions } from '#server/modules/access/session/session.service.ts'
import { redeemTicket } from '#server/modules/access/tickets/tickets.service.ts'
import { anonymousChannels } from '#server/push/anonymous-channels.ts'
import { pushHub } from '#server/push/hub.ts'

const HELLO_MS = 5000
/** Time for a client to answer a close frame before its connection is terminated. */
const CLOSE_MS = 2000
/** Time for clients to close their connections during shutdown. */
const SHUTDOWN_CLOSE_MS = 1000
const TRY_LATER = 1013
const RESTARTING = 1012

/** The type definitions of ws lack `closeTimeout`. */
const pushSocketOptions: { maxPayload: number; perMessageDeflate: false; closeTimeout: number } = {
  maxPayload: PUSH_FRAME_MAX,
  perMessageDeflate: false,
  closeTimeout: CLOSE_MS,
}

/** The push channel (API-026, S-26): a WebSocket authenticated by a ticket in its first message, never by a cookie. */
export async function pushSocket(app: FastifyInstance, services: Services) {
  const { changes, config, db, log } = services
  const hub = pushHub((hashes) => findLiveSessions(db, hashes))
  const anonymous = anonymousChannels()

  await app.register(websocket, {
    options: pushSocketOptions,
    preClose: async () => {
      hub.stop()
      const { clients } = app.websocketServer
      for (const client of clients) client.close(RESTARTING)
      if (clients.size > 0) await new Promise((resolve) => setTimeout(resolve, SHUTDOWN_CLOSE_MS))
      for (const client of clients) client.terminate()
    },
  })
  app.addHook('onClose', () => changes.stop())

  async function enter(socket: WebSocket, data: RawData, isBinary: boolean) {
    const hello = isBinary ? null : helloOf(data)
    if (!hello) return socket.close(PUSH_CLOSE_CODES.malformed)
    const sessionHash = await redeemTicket(db, hello.ticket, 'push')
    const caller = sessionHash && (await callerOfSession(db, sessionHash))
    if (!sessionHash || caller?.actor.userId !== hello.user_id)
      return socket.close(PUSH_CLOSE_CODES.notSignedIn)
    await listening()
    const { userId, fleet } = caller.actor
    const isIn = hub.join({ socket, userId, fleetId: fleet.id, session: sessionHash.toString('hex') })
    if (!isIn) socket.close(PUSH_CLOSE_CODES.tooMany)
  }

  let subscription: Promise<void> | undefined
  const listening = () => {
    subscription ??= changes.listen(hub.changed, hub.sendToUser)
    return subscription
  }

  await app.register(async (routes) => {
    routes.route({
      method: 'GET',
      url: PUSH_PATH,
      config: OPEN,
      // Browsers always send the origin. Another site's is rejected before the upgrade.
      preHandler: async (request, reply) => {
        const { origin } = request.headers
        if (origin !== undefined && !isOwnOrigin(request, origin, config.publicUrl))
          return reply.code(403).send()
      },
      handler: async (_request, reply) => reply.code(426).header('upgrade', 'websocket').send(),
      wsHandler: (socket, request) => {
        // A protocol error or lost connection closes the socket by itself. An unhandled 'error' event would end the
        // process.
        socket.on('error', () => {})
        const leave = anonymous.enter(socket, networkKey(request.ip))
        const giveUp = setTimeout(() => socket.close(PUSH_CLOSE_CODES.malformed), HELLO_MS)
        socket.once('close', () => {
          clearTimeout(giveUp)
          leave()
        })
        socket.once('message', (data, isBinary) => {
          clearTimeout(giveUp)
          // Clients send a single message only.
          socket.on('message', () => socket.close(PUSH_CLOSE_CODES.malformed))
          enter(socket, data, isBinary)
            .catch((error: unknown) => {
              log.warn({ err: error }, 'Opening a push channel failed')
              socket.close(TRY_LATER)
            })
            .finally(leave)
        })
      },
    })
  })
}

function helloOf(data: RawData): PushHello | null {
  try {
    const hello = PushHello.safeParse(JSON.parse(String(data)))
    return hello.success ? hello.data : null
  } catch {
    return null
  }
}
