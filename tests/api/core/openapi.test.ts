// The printed document is OpenAPI 3.1 and says what the server does.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'

type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  security: object[]
  responses: Record<string, { content?: object }>
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
const operation = (id: string) => operations().find((one) => one.operationId === id)

describe('the OpenAPI document', () => {
  it('is all that is printed, and has every call under its path', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const ids = Object.entries(contract).flatMap(([noun, calls]) =>
      Object.keys(calls).map((verb) => `${noun}.${verb}`),
    )
    expect(
      operations()
        .map((one) => one.operationId)
        .sort(),
    ).toEqual(ids.sort())
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/v[46]\//)
  })

  it('names the headers of exactly-once where they count', () => {
    const names = (id: string) => operation(id)?.parameters?.map((one) => one.name)
    expect(names('history.create')).toContain('Idempotency-Key')
    expect(names('history.update')).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'If-Match', 'App-Name']),
    )
    expect(names('glovebox.putFile')).toEqual(expect.arrayContaining(['Idempotency-Key', 'Repr-Digest']))
    expect(names('glovebox.putFile')).not.toContain('If-Match')
    expect(names('history.putPart')).toEqual(expect.arrayContaining(['Content-Digest', 'App-Name', 'offset']))
    expect(names('history.putPart')).not.toContain('Idempotency-Key')
    expect(names('vehicles.list')).not.toContain('Idempotency-Key')
  })

  it('says how one signs in, what refusals look like, and which bytes are taken', () => {
    expect(operation('session.create')?.security).toEqual([])
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
})
