import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

// Traces of requests, queries, external calls and jobs. Nothing is loaded or measured unless an endpoint is configured.

const tracer = trace.getTracer('wheelbook')
let isOn = false

interface TracingOptions {
  /** Base address of an OpenTelemetry collector; traces go to `/v1/traces` below it. */
  endpoint: string
  /** Share of traces that are recorded, 0 to 1. If a caller sends a trace context, its sampling decision applies. */
  share: number
  version: string
}

/** Starts to export spans over OTLP. @returns stops, after the last spans were sent */
export async function startTracing({
  endpoint,
  share,
  version,
}: TracingOptions): Promise<() => Promise<void>> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'wheelbook', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 5000 }))],
  })
  provider.register()
  isOn = true
  return async () => {
    isOn = false
    // A collector that does not respond must not delay the shutdown.
    await provider.shutdown().catch(() => {})
    trace.disable()
    context.disable()
    propagation.disable()
  }
}

/** Runs work in a span of the current trace. A failure marks the span, without the error's text. */
function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  if (!isOn) return work()
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs a query in a span. Its text has no values, because those are parameters (server/db/sql.ts). */
export function inQuerySpan<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isOn) return run()
  const query = text.replace(/\s+/g, ' ').trim().slice(0, QUERY_MAX)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query }
  return inSpan(query.split(' ', 1)[0] ?? 'query', attributes, run, SpanKind.CLIENT)
}
const QUERY_MAX = 2000

/** Runs a call to an external system in a span. */
export const inExternalSpan = <T>(port: string, call: () => Promise<T>): Promise<T> =>
  inSpan(port, { 'peer.service': port }, call, SpanKind.CLIENT)

/** Runs a background job in a trace of its own. */
export const inJobSpan = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  isOn
    ? context.with(ROOT_CONTEXT, () =>
        inSpan(`job ${name}`, { 'messaging.destination.name': name }, run, SpanKind.CONSUMER),
      )
    : run()

/** Opens a span for each request, in the caller's trace if it names one (W3C traceparent). */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isOn) return done()
    const route = request.routeOptions.url
    const parent = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = {
      'http.request.method': request.method,
      ...(route !== undefined && { 'http.route': route }),
      'wheelbook.request_id': request.id,
    }
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end())
}

function markFailed(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}
