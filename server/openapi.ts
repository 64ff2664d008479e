// npm run openapi: prints the OpenAPI 3.1 document of the API, and nothing else.
import type { AnyContractProcedure } from '@orpc/contract'
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
import { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import { Interval } from '#contract/maintenance/intervals.ts'
import { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { Vehicle } from '#contract/vehicles/vehicles.ts'
import packageJson from '../package.json' with { type: 'json' }
import { takesFile } from './http/body/input.ts'
import { problemStatusesOf, successesOf } from './http/calls/call-problems.ts'

type Operation = NonNullable<OpenAPI.PathItemObject['get']>

/** Named schemas, which the document defines once. */
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

const BINARY = 'application/octet-stream'

/** JSON Schema has no files; they are binary content. */
const schemas = new ZodToJsonSchemaConverter({
  unsupportedJsonSchema: { type: 'string', contentMediaType: BINARY },
})
const header = (name: string, description: string, schema: object) =>
  ({ name, in: 'header', required: false, description, schema }) as const

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'UUID of this operation. A repeated request with the same key and content gets the stored response and has no further effect.',
  { type: 'string', format: 'uuid' },
)
const IF_MATCH = header(
  'If-Match',
  'ETag of the edited revision, such as "3". Required with Idempotency-Key: 428 if it is missing, 412 if the revision is no longer current.',
  { type: 'string' },
)
const OPTIONAL_IF_MATCH = header(
  'If-Match',
  'ETag of the edited revision, such as "3". 412 if the revision is no longer current.',
  { type: 'string' },
)
const REPR_DIGEST = header(
  'Repr-Digest',
  'sha-256=:<base64>: digest of the bytes. 422 digest_mismatch if the received bytes differ.',
  {
    type: 'string',
  },
)
const CONTENT_DIGEST = header(
  'Content-Digest',
  'sha-256=:<base64>: digest of the bytes of this part. 422 digest_mismatch if the received bytes differ.',
  { type: 'string' },
)
const APP_NAME = {
  name: 'App-Name',
  in: 'header',
  required: true,
  description: 'Name of the calling app. Writes without it are rejected (403 cross_site).',
  schema: { type: 'string' },
} as const

const SCREEN_LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  description:
    'Language of the texts in the response. Without it, or with a list of languages, the account’s language applies.',
  schema: { type: 'string', enum: ['en', 'fr'] },
} as const

/** Response headers with the time of the next retry, or with the current revision. */
const HEADERS_OF: Partial<Record<number, OpenAPI.ResponseObject['headers']>> = {
  409: { 'Retry-After': { description: 'With `in_progress`: seconds.', schema: { type: 'integer' } } },
  412: { ETag: { description: 'Current revision on the server.', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
}

/** The generator allows an empty value of every query parameter, which the server rejects for most. */
const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.map((generated) => {
    if ('$ref' in generated) return generated
    const { allowEmptyValue, ...parameter } = generated
    return parameter
  })

/** Adds the other success statuses of a call, which have the same content. The generator emits one. */
function successesIn({ responses = {} }: Operation, definition: AnyContractProcedure) {
  const known = withFileTypes(Object.values(responses)[0], definition['~orpc'].route.path ?? '')
  return Object.fromEntries(successesOf(definition).map((status) => [status, known]))
}

/** Names the types of a file in a response. The generator knows only that it is binary. */
function withFileTypes(response: NonNullable<Operation['responses']>[string] | undefined, path: string) {
  if (response === undefined || '$ref' in response || !response.content?.[BINARY]) return response
  if (path.endsWith('csv')) return { ...response, content: { 'text/csv': { schema: { type: 'string' } } } }
  return path.includes('documents/') ? { ...response, content: fileContent() } : response
}

/** The problems of a call: one response per status, whose schema lists the possible codes. */
function rejectionsOf(definition: AnyContractProcedure) {
  const responses = [...problemStatusesOf(definition)].map(([status, codes]) => {
    const problem = { $ref: '#/components/schemas/Problem' }
    const schema = { allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }] }
    const headers = HEADERS_OF[status]
    const content = { 'application/problem+json': { schema } }
    return [status, { description: codes.join(', '), ...(headers && { headers }), content }]
  })
  return Object.fromEntries(responses)
}

/** Adds what the generator cannot know: protocol headers, access, problems, and binary bodies. */
function complete(operation: Operation, definition: AnyContractProcedure): Operation {
  const { route, inputSchema } = definition['~orpc']
  const meta = definition['~orpc'].meta as CallMeta
  const method = (route.method ?? 'POST').toLowerCase()
  const isFile = takesFile(inputSchema)
  const isWrite = method !== 'get'
  const isPart = isFile && meta.kind === 'write' && !meta.idempotent
  const isEdit = meta.idempotent && ['put', 'delete'].includes(method) && !isFile && !meta.withoutIfMatch
  const parameters = [
    ...parametersOf(operation),
    ...(isWrite ? [APP_NAME] : []),
    ...(['anyone', 'shop'].includes(meta.access) ? [] : [SCREEN_LANGUAGE]),
    ...(meta.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(isEdit ? [IF_MATCH] : meta.checksIfMatch ? [OPTIONAL_IF_MATCH] : []),
    ...(isFile ? [isPart ? CONTENT_DIGEST : REPR_DIGEST] : []),
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
    ...(isFile ? { requestBody: isPart ? PART_BODY : fileBody() } : {}),
    responses: { ...successesIn(operation, definition), ...rejectionsOf(definition) },
  } as Operation
}

const needOf = (access: Exclude<CallMeta['access'], 'anyone'>) =>
  access === 'shop' ? 'Requires the session of the shop link.' : `Requires the ability \`${access}\`.`

const PART_BODY: OpenAPI.RequestBodyObject = {
  required: false,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const fileContent = () =>
  Object.fromEntries(
    FILE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]),
  )

// Without bytes, the call assembles the parts sent before.
const fileBody = (): OpenAPI.RequestBodyObject => ({ required: false, content: fileContent() })

/** Returns the OpenAPI 3.1 document. */
async function openApiDocument(): Promise<OpenAPI.Document> {
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
        shop: {
          type: 'apiKey',
          in: 'cookie',
          name: 'shop_link',
          description: 'On https its name is __Secure-shop_link.',
        },
        bearer: { type: 'http', scheme: 'bearer' },
        ticket: { type: 'apiKey', in: 'query', name: 'auth_token' },
      },
    },
  })
  for (const noun of Object.values(contract)) {
    for (const call of Object.values(noun)) {
      const { route } = call['~orpc']
      const path = document.paths?.[route.path ?? '']
      const method = (route.method ?? 'POST').toLowerCase() as 'get' | 'post' | 'put' | 'delete'
      const operation = path?.[method]
      if (path && operation) path[method] = complete(operation, call)
    }
  }
  return document
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`)
