// The printed document is OpenAPI 3.1 and describes what the server does.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { OPENAPI_SCHEMA } from '#tests/support/openapi-schema.ts'

type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; securitySchemes: Record<string, { description?: string }> }
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  security: object[]
  responses: Record<string, { description: string; content?: object }>
  requestBody?: { content: object }
}
let document: Document
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', 'server/openapi.ts'], {
    maxBuffer: 10_000_000,
  })
  document = JSON.parse(stdout)
})

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))
const operation = (id: string) => operations().find((listed) => listed.operationId === id)

describe('the OpenAPI document', () => {
  it('is the only output, and has every call under its path', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const ids = Object.entries(contract).flatMap(([noun, calls]) =>
      Object.keys(calls).map((verb) => `${noun}.${verb}`),
    )
    expect(
      operations()
        .map((listed) => listed.operationId)
        .sort(),
    ).toEqual(ids.sort())
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/v[46]\//)
  })

  it('names the exactly-once headers where they apply', () => {
    const names = (id: string) => operation(id)?.parameters?.map((parameter) => parameter.name)
    expect(names('history.create')).toContain('Idempotency-Key')
    expect(names('history.update')).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'If-Match', 'App-Name']),
    )
    expect(names('glovebox.putFile')).toEqual(expect.arrayContaining(['Idempotency-Key', 'Repr-Digest']))
    expect(names('glovebox.putFile')).not.toContain('If-Match')
    expect(names('history.putPart')).toEqual(expect.arrayContaining(['Content-Digest', 'App-Name', 'offset']))
    expect(names('history.putPart')).not.toContain('Idempotency-Key')
    expect(names('vehicles.list')).not.toContain('Idempotency-Key')
    expect(names('fleet.update')).toContain('If-Match')
    expect(names('fleet.update')).not.toContain('Idempotency-Key')
  })

  it('describes authentication, rejections, and accepted bytes', () => {
    expect(operation('session.create')?.security).toEqual([])
    expect(document.components.securitySchemes.shop?.description).toContain('__Secure-shop_link')
    expect(operation('vehicles.list')?.security).toEqual([{ session: [] }, { bearer: [] }])
    expect(operation('history.update')?.responses['412']?.content).toHaveProperty('application/problem+json')
    expect(Object.keys(operation('history.putFile')?.requestBody?.content ?? {})).toEqual([
      'image/jpeg',
      'image/png',
      'application/pdf',
    ])
    expect(Object.keys(operation('history.putPart')?.requestBody?.content ?? {})).toEqual([
      'application/octet-stream',
    ])
    expect(document.components.schemas).toHaveProperty('Problem')
  })

  it('describes files as CSV, as they are sent, and allows no empty query parameters', () => {
    for (const [path, { get }] of Object.entries(document.paths).filter(([path]) => path.endsWith('csv')))
      expect(Object.keys(get?.responses['200']?.content ?? {}), path).toEqual(['text/csv'])
    expect(Object.keys(operation('glovebox.getFile')?.responses['200']?.content ?? {})).toContain(
      'application/pdf',
    )
    for (const parameter of operations().flatMap(({ parameters = [] }) => parameters))
      expect(parameter).not.toHaveProperty('allowEmptyValue')
  })

  it('is valid OpenAPI 3.1, its schemas are valid JSON Schema 2020-12, and every reference resolves', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: false })
    expect(ajv.validate(OPENAPI_SCHEMA, document), JSON.stringify(ajv.errors)).toBe(true)
    for (const schema of schemasIn(document))
      expect(ajv.validateSchema(schema as object), JSON.stringify([ajv.errors, schema])).toBe(true)
    for (const reference of referencesIn(document)) {
      const found = reference
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
      expect(found, reference).toBeTypeOf('object')
    }
    // Each path parameter is declared and required.
    for (const [path, methods] of Object.entries(document.paths))
      for (const { operationId, parameters = [] } of Object.values(methods)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect(declared.sort(), operationId).toEqual(named.sort())
      }
  })

  it('lists the rejections of a call, by status and code', () => {
    const codesOf = (id: string, status: string) => operation(id)?.responses[status]?.description
    expect(codesOf('session.create', '401')).toBe(
      'invalid_credentials, otp_invalid, otp_used_up, key_invalid',
    )
    expect(codesOf('session.create', '403')).toBe('cross_site, not_a_fleet_customer, captcha_required')
    expect(codesOf('passwords.reset', '410')).toBe('reset_link_invalid')
    expect(codesOf('partners.createKey', '401')).toBe('partner_unknown')
    expect(codesOf('bulkUpsertions.create', '409')).toBe('in_progress, upload_running')
    expect(codesOf('shopLinks.unlock', '410')).toBe('shop_link_invalid, shop_link_revoked, shop_link_expired')
    expect(codesOf('history.update', '409')).toBe('in_progress, id_reused')
    expect(codesOf('vehicles.list', '409')).toBeUndefined()
    expect(Object.keys(operation('history.create')?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '201']),
    )
  })
})

/** Every JSON Schema of the document. */
function schemasIn(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) =>
    key === 'schema' ? [child] : key === 'schemas' ? Object.values(child as object) : schemasIn(child),
  )
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  )
}
