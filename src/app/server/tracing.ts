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
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Statement, statementDone } from '#kit/server/database.ts'

export type Tracing = {
  /** Makes a span of each request of a server, begun by a trace that a proxy of ours has begun. */
  follow(app: FastifyInstance): void
  /** Sends what is left, and ends. */
  stop(): Promise<void>
}

/**
 * Begins to send traces as the OTEL_* variables of OpenTelemetry say: a span for each request, statement and outbound
 * request. They carry routes as patterns, statements with placeholders and hosts: no address, value or name.
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
  const begun = new WeakMap<FastifyRequest, { span: Span; within: TraceContext }>()

  function begin(request: FastifyRequest): TraceContext {
    const { method, routeOptions, raw, id } = request
    // What a page asks within is part of what was asked for.
    const isPart = trace.getSpan(context.active()) !== undefined
    const outside = isFromProxy(raw) ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const parent = isPart ? context.active() : outside
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'llum.request_id': id }
    const kind = isPart ? SpanKind.INTERNAL : SpanKind.SERVER
    const span = tracer.startSpan(`${method} ${route}`, { kind, attributes }, parent)
    const within = trace.setSpan(parent, span)
    begun.set(request, { span, within })
    return within
  }

  const statementEnded = ({ text, milliseconds, isFailed }: Statement) => {
    const [name = 'SQL'] = text.trimStart().toUpperCase().split(/\W/, 1)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: Date.now() - milliseconds })
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  const ends = [
    statementDone.listen(statementEnded),
    followOutbound((name, attributes) => tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })),
  ]

  return {
    follow(app) {
      app.addHook('onRequest', (request, _, done) => context.with(begin(request), done))
      // A body comes in by events that know nothing of the request.
      app.addHook('preValidation', (request, _, done) =>
        context.with(begun.get(request)?.within ?? context.active(), done),
      )
      app.addHook('onResponse', (request, reply, done) => {
        const { span } = begun.get(request) ?? {}
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    async stop() {
      for (const end of ends) end()
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

type StartSpan = (name: string, attributes: Record<string, string>) => Span
type Outbound = { method?: string; origin?: string; protocol?: string; host?: string }
type Told = { request: Outbound & object; response?: { statusCode?: number } }

/** Makes a span of whatever is asked of others, by `fetch` or by `http`. @returns what ends it. */
function followOutbound(startSpan: StartSpan): () => void {
  const open = new WeakMap<object, Span>()
  const began = (told: unknown) => {
    const { request } = told as Told
    const { method = 'GET', origin } = request
    const host = origin ? new URL(origin).host : (request.host ?? '')
    open.set(request, startSpan(method, { 'http.request.method': method, 'server.address': host }))
  }
  const answered = (told: unknown) => {
    const { request, response } = told as Told
    const span = open.get(request)
    if (response?.statusCode) span?.setAttribute('http.response.status_code', response.statusCode)
    span?.end()
  }
  const failed = (told: unknown) =>
    open
      .get((told as Told).request)
      ?.setStatus({ code: SpanStatusCode.ERROR })
      .end()
  const heard = [
    ['undici:request:create', began],
    ['undici:request:headers', answered],
    ['undici:request:error', failed],
    ['http.client.request.start', began],
    ['http.client.response.finish', answered],
    ['http.client.request.error', failed],
  ] as const
  for (const [channel, hear] of heard) subscribe(channel, hear)
  return () => {
    for (const [channel, hear] of heard) unsubscribe(channel, hear)
  }
}
