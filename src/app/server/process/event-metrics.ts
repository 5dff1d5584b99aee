import type { Counter, Histogram, Registry } from 'prom-client'
import { messageTried } from '#domains/messages/server/send-messages.ts'
import { paymentHeldBack } from '#domains/payments/server/limit-payment-attempt.ts'
import { paymentDeclined } from '#domains/payments/server/record-outcome.ts'
import { webhookTried } from '#domains/webhooks/server/deliver-event.ts'
import { jobRunFinished } from '#kit/server/polling-loop.ts'
import { requestAnswered } from '../http/http-server.ts'

const latencySeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type MetricClasses = { Counter: typeof Counter; Histogram: typeof Histogram }

/** Registers what this program counts as it happens. @returns functions that end the counting */
export function registerEventMetrics(classes: MetricClasses, registers: Registry[]): (() => void)[] {
  return [...measureDurations(classes, registers), ...countOutcomes(classes, registers)]
}

function measureDurations({ Histogram }: MetricClasses, registers: Registry[]) {
  const requests = new Histogram({
    name: 'llum_http_request_duration_seconds',
    help: 'Requests by route, method and status, with the time until their answer was sent.',
    labelNames: ['route', 'method', 'status'],
    buckets: latencySeconds,
    registers,
  })
  const jobRuns = new Histogram({
    name: 'llum_job_turn_duration_seconds',
    help: 'Turns of jobs, by whether they had something to do, had not, or failed.',
    labelNames: ['job', 'outcome'],
    buckets: latencySeconds,
    registers,
  })
  return [
    requestAnswered.subscribe(({ request, reply }) => {
      const route = request.routeOptions.url ?? 'none'
      requests.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    }),
    jobRunFinished.subscribe(({ job, outcome, seconds }) => jobRuns.observe({ job, outcome }, seconds)),
  ]
}

function countOutcomes({ Counter }: MetricClasses, registers: Registry[]) {
  const mails = new Counter({
    name: 'llum_mails_total',
    help: 'Tries to send a message: sent, to be tried again, or given up.',
    labelNames: ['outcome'],
    registers,
  })
  const webhooks = new Counter({
    name: 'llum_webhooks_total',
    help: 'Tries to tell an endpoint of an event: delivered, to be tried again, or given up.',
    labelNames: ['outcome'],
    registers,
  })
  const declined = new Counter({
    name: 'llum_payments_declined_total',
    help: 'Payments that were declined or broken off, by provider.',
    labelNames: ['platform'],
    registers,
  })
  const heldBack = new Counter({
    name: 'llum_payments_held_back_total',
    help: 'Tries at paying that were refused before the provider was asked, by what there were too many of.',
    labelNames: ['per'],
    registers,
  })
  return [
    messageTried.subscribe(({ outcome }) => mails.inc({ outcome })),
    paymentDeclined.subscribe(({ platform }) => declined.inc({ platform })),
    paymentHeldBack.subscribe(({ per }) => heldBack.inc({ per })),
    webhookTried.subscribe(({ outcome }) => webhooks.inc({ outcome })),
  ]
}
