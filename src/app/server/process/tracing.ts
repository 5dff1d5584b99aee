import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Context as TraceContext,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Statement, statementDone } from '#kit/server/database.ts'

export type Tracing = {
  /** Creates a span for each request of a server, as part of a trace that a trusted proxy has started. */
  attach(app: FastifyInstance): void
  /** Sends the remaining spans, and stops. */
  stop(): Promise<void>
}

/**
 * Starts to export traces according to the OTEL_* variables of OpenTelemetry: a span for each request, statement and
 * outbound request. They contain route patterns, statements with placeholders and host names: no URL, value or name.
 */
export function startTracing({ isFromProxy }: { isFromProxy: (request: IncomingMessage) => boolean }): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'llum' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = provider.getTracer('llum')
  const unsubscribes = [
    traceStatements(tracer),
    traceOutboundRequests((name, attributes) => tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })),
  ]
  return {
    attach: (app) => traceRequests(app, tracer, isFromProxy),
    async stop() {
      for (const end of unsubscribes) end()
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

function traceRequests(app: FastifyInstance, tracer: Tracer, isFromProxy: (request: IncomingMessage) => boolean) {
  const spans = new WeakMap<FastifyRequest, { span: Span; spanContext: TraceContext }>()

  function startRequestSpan(request: FastifyRequest): TraceContext {
    const { method, routeOptions, raw, id } = request
    // Internal calls of a page are part of its request.
    const isPart = trace.getSpan(context.active()) !== undefined
    const outside = isFromProxy(raw) ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const parent = isPart ? context.active() : outside
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'llum.request_id': id }
    const kind = isPart ? SpanKind.INTERNAL : SpanKind.SERVER
    const span = tracer.startSpan(`${method} ${route}`, { kind, attributes }, parent)
    const spanContext = trace.setSpan(parent, span)
    spans.set(request, { span, spanContext })
    return spanContext
  }

  app.addHook('onRequest', (request, _, done) => context.with(startRequestSpan(request), done))
  // The body is read in events outside the request's async context.
  app.addHook('preValidation', (request, _, done) =>
    context.with(spans.get(request)?.spanContext ?? context.active(), done),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = spans.get(request) ?? {}
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** Creates a span for each SQL statement. @returns a function that stops it. */
function traceStatements(tracer: Tracer): () => void {
  return statementDone.subscribe(({ text, milliseconds, isFailed }: Statement) => {
    const [name = 'SQL'] = text.trimStart().toUpperCase().split(/\W/, 1)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: Date.now() - milliseconds })
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}

type StartSpan = (name: string, attributes: Record<string, string>) => Span
type OutboundRequest = { method?: string; origin?: string; protocol?: string; host?: string }
type DiagnosticsMessage = { request: OutboundRequest & object; response?: { statusCode?: number } }

/** Creates a span for each outbound request, by `fetch` or by `http`. @returns a function that stops it. */
function traceOutboundRequests(startSpan: StartSpan): () => void {
  const open = new WeakMap<object, Span>()
  const onStart = (message: unknown) => {
    const { request } = message as DiagnosticsMessage
    const { method = 'GET', origin } = request
    const host = origin ? new URL(origin).host : (request.host ?? '')
    open.set(request, startSpan(method, { 'http.request.method': method, 'server.address': host }))
  }
  const onAnswer = (message: unknown) => {
    const { request, response } = message as DiagnosticsMessage
    const span = open.get(request)
    if (response?.statusCode) span?.setAttribute('http.response.status_code', response.statusCode)
    span?.end()
  }
  const onError = (message: unknown) =>
    open
      .get((message as DiagnosticsMessage).request)
      ?.setStatus({ code: SpanStatusCode.ERROR })
      .end()
  const subscriptions = [
    ['undici:request:create', onStart],
    ['undici:request:headers', onAnswer],
    ['undici:request:error', onError],
    ['http.client.request.start', onStart],
    ['http.client.response.finish', onAnswer],
    ['http.client.request.error', onError],
  ] as const
  for (const [channel, listener] of subscriptions) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of subscriptions) unsubscribe(channel, listener)
  }
}
