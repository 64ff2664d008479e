// npm run openapi: prints the OpenAPI 3.1 document of the API, and nothing else.
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Fleet } from '#contract/access/fleet.ts'
import { CurrentFleet, CurrentUser } from '#contract/access/session.ts'
import { ServiceDefinition } from '#contract/catalog/services.ts'
import { Shop } from '#contract/catalog/shops.ts'
import { contract } from '#contract/contract.ts'
import { FILE_TYPES } from '#contract/core/documents.ts'
import { ProblemBody } from '#contract/core/problems.ts'
import type { CallMeta } from '#contract/core/route.ts'
import { ManualHistory, OrderHistory } from '#contract/maintenance/history.ts'
import { Interval } from '#contract/maintenance/intervals.ts'
import { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { Vehicle } from '#contract/vehicles/vehicles.ts'
import packageJson from '../package.json' with { type: 'json' }
import { takesFile } from './http/input.ts'

type Operation = NonNullable<OpenAPI.PathItemObject['get']>

/** Shapes that stand once in the document, under their names. */
const NAMED = {
  Problem: ProblemBody,
  User: CurrentUser,
  CurrentFleet,
  Fleet,
  Vehicle,
  GloveboxItem,
  ManualHistory,
  OrderHistory,
  Interval,
  TelematicsSnapshot,
  Shop,
  Service: ServiceDefinition,
}

/** Files have no schema of their own in JSON: they stand as binary content. */
const schemas = new ZodToJsonSchemaConverter({
  unsupportedJsonSchema: { type: 'string', contentMediaType: 'application/octet-stream' },
})
const header = (name: string, description: string, schema: object) =>
  ({ name, in: 'header', required: false, description, schema }) as const

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'UUID of this very operation. Sent again with the same content, the first answer comes again and nothing happens twice.',
  { type: 'string', format: 'uuid' },
)
const IF_MATCH = header(
  'If-Match',
  'ETag of the revision that was edited, e.g. "3". Needed where Idempotency-Key is given: 428 without it, 412 when somebody was faster.',
  { type: 'string' },
)
const REPR_DIGEST = header(
  'Repr-Digest',
  'sha-256=:<base64>: of the bytes; 422 digest_mismatch when others arrived.',
  {
    type: 'string',
  },
)
const CONTENT_DIGEST = header(
  'Content-Digest',
  'sha-256=:<base64>: of the bytes of this part; 422 digest_mismatch when others arrived.',
  { type: 'string' },
)
const APP_NAME = {
  name: 'App-Name',
  in: 'header',
  required: true,
  description: 'Name of the app that calls; writes without it are refused (403 cross_site).',
  schema: { type: 'string' },
} as const

const problems = (statuses: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      {
        description,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )

/** What the generator cannot know: protocol headers, who may call, refusals, raw bodies of files. */
function complete(operation: Operation, meta: CallMeta, method: string, takesFile: boolean): Operation {
  const isWrite = method !== 'get'
  const isPart = takesFile && meta.kind === 'plain'
  const isEdit = meta.kind === 'outbox' && ['put', 'delete'].includes(method) && !takesFile
  const parameters = [
    ...(operation.parameters ?? []),
    ...(isWrite ? [APP_NAME] : []),
    ...(meta.kind === 'outbox' ? [IDEMPOTENCY_KEY] : []),
    ...(isEdit ? [IF_MATCH] : []),
    ...(takesFile ? [isPart ? CONTENT_DIGEST : REPR_DIGEST] : []),
  ]
  return {
    ...operation,
    parameters,
    security:
      meta.access === 'anyone'
        ? []
        : meta.access === 'shop'
          ? [{ shop: [] }]
          : [{ session: [] }, { bearer: [] }, ...(meta.ticket ? [{ ticket: [] }] : [])],
    ...(meta.access === 'anyone' ? {} : { description: needOf(meta.access) }),
    ...(takesFile ? { requestBody: isPart ? PART_BODY : fileBody() } : {}),
    responses: {
      ...operation.responses,
      ...problems({
        400: 'malformed',
        ...(meta.access === 'anyone' ? {} : { 401: 'not_signed_in', 403: 'not_allowed', 404: 'not_found' }),
        422: 'validation',
        ...(meta.kind === 'outbox' ? { 409: 'in_progress or id_reused', 410: 'gone' } : {}),
        ...(takesFile ? { 409: 'in_progress, or wrong_offset with the right one', 410: 'gone' } : {}),
        ...(isEdit ? { 412: 'stale, with the current state', 428: 'precondition_missing' } : {}),
        ...(isWrite ? { 413: 'too_large', 415: 'unsupported_media' } : {}),
        429: 'too_many',
        503: 'unavailable: try again after Retry-After',
      }),
    },
  } as Operation
}

const needOf = (access: Exclude<CallMeta['access'], 'anyone'>) =>
  access === 'shop' ? 'Needs the session of the shop link.' : `Needs the ability \`${access}\`.`

const PART_BODY: OpenAPI.RequestBodyObject = {
  required: false,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

function fileBody(): OpenAPI.RequestBodyObject {
  const content = Object.fromEntries(
    FILE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]),
  )
  // Without bytes it takes what was sent in parts.
  return { required: false, content }
}

/** The OpenAPI 3.1 document. */
export async function openApiDocument(): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [schemas] })
  const document = await generator.generate(contract, {
    info: { title: 'Wheelbook', version: packageJson.version, description: packageJson.description },
    commonSchemas: Object.fromEntries(
      Object.entries(NAMED).map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
    ),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'authentication_token',
          description: 'On https its name is __Host-authentication_token.',
        },
        shop: { type: 'apiKey', in: 'cookie', name: 'shop_link' },
        bearer: { type: 'http', scheme: 'bearer' },
        ticket: { type: 'apiKey', in: 'query', name: 'auth_token' },
      },
    },
  })
  for (const noun of Object.values(contract)) {
    for (const call of Object.values(noun)) {
      const { route, meta, inputSchema } = call['~orpc']
      const path = document.paths?.[route.path ?? '']
      const method = (route.method ?? 'POST').toLowerCase() as 'get' | 'post' | 'put' | 'delete'
      const operation = path?.[method]
      if (path && operation)
        path[method] = complete(operation, meta as CallMeta, method, takesFile(inputSchema))
    }
  }
  return document
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`)
