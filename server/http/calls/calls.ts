import { type AnyProcedure, call, getRouter, isProcedure, traverseContractProcedures } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'
import type { Database } from '#server/db/database.ts'
import { allowReplica } from '#server/db/replica/read-scope.ts'
import { sendText } from '#server/http/body/compression.ts'
import { spoolDataUrls } from '#server/http/body/data-urls.ts'
import { takesFile } from '#server/http/body/input.ts'
import { inputReader } from '#server/http/body/input-reader.ts'
import { followVehicle, nameOtherFleet, retryIfMoved } from '#server/http/idempotency/follow-vehicle.ts'
import type { RoutePolicy } from '#server/http/request.ts'
import { Problem } from '#server/problem.ts'
import { callContext } from './call.ts'
import { rememberWrite } from './finish-write.ts'
import { checkOutput } from './output.ts'
import { REPLICA_CALLS, requirementsOf } from './replica-calls.ts'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface CallOptions {
  db: Database
  clock: () => Date
  /** Receives each fleet that a write changed, after its commit. */
  announce: (fleetId: number) => void
  /** Throws if the caller has lost a right since the request was accepted. */
  recheckAccess: (request: FastifyRequest) => Promise<void>
  /** Whether a replica takes reads. */
  hasReplica: boolean
  /** Tests: a response that does not match its schema exactly is an error. */
  checkOutputs: boolean
  /** Folder for files that arrive in request bodies, until the call has responded. */
  spoolFolder: string
}

/**
 * Registers every call of the contract as a separate route, instead of oRPC's single handler. This way access is
 * checked before the body is read, and Fastify enforces size limits and distinguishes unknown paths from wrong methods.
 */
export function registerCalls(app: FastifyInstance, routes: object, options: CallOptions) {
  const methodsOf = new Map<string, HTTPMethods[]>()
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition, path }) => {
    const { route, inputSchema } = definition['~orpc']
    const meta = definition['~orpc'].meta as CallMeta
    const procedure = getRouter(routes as never, path)
    if (!isProcedure(procedure)) throw new Error(`The call ${path.join('.')} is not implemented.`)
    const name = path.join('.')
    if (REPLICA_CALLS.has(name) && meta.kind !== 'read')
      throw new Error(`The call ${name} writes, so a replica cannot answer it.`)
    const method = (route.method ?? 'POST') as HTTPMethods
    // The plugin adds the prefix /api.
    const url = (route.path ?? '').replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1')
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), method])
    const call = {
      method,
      url,
      config: {
        ...meta,
        call: name,
        takesFile: takesFile(inputSchema),
        takesForm: meta.idempotent === true,
      } satisfies RoutePolicy,
      handler: handlerOf(procedure, path, options),
    }
    if (!call.config.dataUrl) app.route(call)
    else
      void app.register(async (scope) => {
        spoolDataUrls(scope, options.spoolFolder)
        scope.route(call)
      })
  })
  for (const [url, methods] of methodsOf) rejectOtherMethods(app, url, methods)
}

function handlerOf(
  procedure: AnyProcedure,
  path: readonly string[],
  { db, clock, announce, recheckAccess, hasReplica, checkOutputs }: CallOptions,
) {
  const readInput = inputReader(procedure['~orpc'].inputSchema)
  const { successStatus = 200, outputStructure } = procedure['~orpc'].route
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.code(successStatus)
    const context = callContext({ db, clock, announce, recheckAccess }, request, reply)
    const input = await readInput(request)
    await followVehicle(db, request, input)
    nameOtherFleet(reply, request)
    const run = async (): Promise<unknown> => call(procedure, input, { context, path })
    const need = hasReplica ? requirementsOf(request, path.join('.'), input) : null
    const output = await (need ? allowReplica(need, run) : run()).catch((error: unknown) =>
      retryIfMoved(error, db, request, input),
    )
    await rememberWrite({ db, hasReplica }, request, reply)
    if (checkOutputs) await checkOutput(procedure, output)
    if (outputStructure === 'detailed') return sendFile(reply, output as FileResponse)
    return sendText(request, reply.type('application/json'), JSON.stringify(output))
  }
}

interface FileResponse {
  headers?: Record<string, string>
  /** A file, or a stream that is produced while it is sent. */
  body: Blob | ReadableStream
}

function sendFile(reply: FastifyReply, { headers = {}, body }: FileResponse) {
  if (!(body instanceof Blob)) return reply.headers(headers).send(body)
  return reply
    .headers({ 'content-type': body.type, 'content-length': body.size, ...headers })
    .send(body.stream())
}

function rejectOtherMethods(app: FastifyInstance, url: string, methods: HTTPMethods[]) {
  app.route({
    method: METHODS.filter((method) => !methods.includes(method)),
    url,
    config: { access: 'anyone', kind: 'read' },
    handler: async (_request, reply) => {
      reply.header('allow', methods.join(', '))
      throw new Problem('method_not_allowed')
    },
  })
}
