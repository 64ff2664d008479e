import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inExternalSpan, inJobSpan, startTracing } from '#server/observe/tracing.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector: receives OTLP over HTTP as JSON. */
async function startCollector() {
  const bodies: string[] = []
  const collector = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request)
    if (request.url === '/base/v1/traces') bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const spans = (): ReceivedSpan[] =>
    bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: ReceivedSpan[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  return { endpoint: `http://127.0.0.1:${port}/base`, bodies, spans, close: () => collector.close() }
}

const attributeOf = (span: ReceivedSpan | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

describe('traces', () => {
  let server: TestServer
  let collector: Awaited<ReturnType<typeof startCollector>>
  beforeAll(async () => {
    server = await startTestServer()
    collector = await startCollector()
  })
  afterAll(async () => {
    collector.close()
    await server.stop()
  })

  it('follow a request from its caller to the database, without values', async () => {
    const fleet = await server.build.fleet()
    const client = await server.as(await server.build.user(fleet, { email: 'traced@example.com' }))
    const stop = await startTracing({ endpoint: collector.endpoint, share: 1, version: '1' })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    const response = await client.get('/vehicles?search=hush-hush', { traceparent })
    await inExternalSpan('recalls', async () => {}).catch(() => {})
    await expect(
      inJobSpan('mail', async () => {
        throw new TypeError('traced@example.com is unknown')
      }),
    ).rejects.toThrow()
    await stop()
    const spans = collector.spans()
    const request = spans.find(({ name }) => name === 'GET /api/v4/vehicles')
    expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
    expect(attributeOf(request, 'http.response.status_code')).toBe(200)
    expect(attributeOf(request, 'wheelbook.request_id')).toBe(response.headers.get('x-request-id'))
    const queries = spans.filter((span) => span.traceId === traceId && attributeOf(span, 'db.query.text'))
    expect(queries.length).toBeGreaterThan(1)
    const ids = new Set(spans.map(({ spanId }) => spanId))
    for (const { parentSpanId } of queries) expect(ids).toContain(parentSpanId)
    expect(spans.find(({ name }) => name === 'recalls')).toBeDefined()
    const job = spans.find(({ name }) => name === 'job mail')
    expect(job?.status.code).toBe(2)
    expect(attributeOf(job, 'error.type')).toBe('TypeError')
    expect(collector.bodies.join()).not.toMatch(/hush-hush|traced@example\.com/)
  })

  it('are not recorded without a collector, and a collector that is down costs no response', async () => {
    const client = await server.as(await server.build.user(await server.build.fleet()))
    const before = collector.spans().length
    expect((await client.get('/vehicles')).status).toBe(200)
    const stop = await startTracing({ endpoint: 'http://127.0.0.1:9', share: 1, version: '1' })
    expect((await client.get('/vehicles')).status).toBe(200)
    const begun = performance.now()
    await stop()
    expect(performance.now() - begun).toBeLessThan(8000)
    expect(collector.spans()).toHaveLength(before)
  })
})
