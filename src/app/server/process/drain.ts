import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import type { Readiness } from './readiness.ts'

/** The maximum time in seconds for a graceful shutdown. */
const maxDrainSeconds = 25
const idleCheckMilliseconds = 100

type DrainInput = {
  app: FastifyInstance
  readiness: Readiness
  jobs?: PollingLoop
  /** Seconds during which requests are still accepted after readiness is gone, for load balancers to notice. */
  noticeSeconds: number
}

/**
 * Shuts a program down gracefully: readiness goes first, then new connections are refused, open requests are answered
 * and jobs finish what they have claimed. @returns whether all of it was done within 25 s.
 */
export async function drain({ app, readiness, jobs, noticeSeconds }: DrainInput): Promise<boolean> {
  const giveUp = new AbortController()
  readiness.beginDraining()
  const everything = Promise.all([
    jobs?.stop(),
    // No notice time is needed if the server is not listening.
    pause(app.server.listening ? noticeSeconds * 1000 : 0).then(() => closeServer(app)),
  ]).then(() => true)
  const timeout = pause(maxDrainSeconds * 1000, false, { signal: giveUp.signal }).catch(() => false)
  const isDone = await Promise.race([everything, timeout])
  giveUp.abort()
  if (!isDone) app.log.error({ afterSeconds: maxDrainSeconds }, 'shut down with requests in progress')
  return isDone
}

// Not `app.close`, which also ends the internal calls that pages in progress still make.
async function closeServer({ server }: FastifyInstance): Promise<void> {
  if (!server.listening) return
  const closing = setInterval(() => server.closeIdleConnections(), idleCheckMilliseconds)
  await new Promise((done) => server.close(done))
  clearInterval(closing)
}
