import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Repeated } from '#kit/server/repeat.ts'
import type { Readiness } from './readiness.ts'

/** How long a program that was told to end may take for it. */
const limitSeconds = 25
const idleLookMilliseconds = 100

type Running = {
  app: FastifyInstance
  readiness: Readiness
  jobs?: Repeated
  /** How long requests are still taken after readiness is gone, for balancers to notice. */
  noticeSeconds: number
}

/**
 * Ends what a program does without breaking anything off: readiness goes first, then new connections are refused, open
 * requests get their answers and jobs finish what they have claimed. @returns whether all of it was done in 25 s.
 */
export async function drain({ app, readiness, jobs, noticeSeconds }: Running): Promise<boolean> {
  const giveUp = new AbortController()
  readiness.beginDraining()
  const everything = Promise.all([
    jobs?.stop(),
    // The timer keeps nobody waiting where nobody listens.
    pause(app.server.listening ? noticeSeconds * 1000 : 0).then(() => answered(app)),
  ]).then(() => true)
  const late = pause(limitSeconds * 1000, false, { signal: giveUp.signal }).catch(() => false)
  const isDone = await Promise.race([everything, late])
  giveUp.abort()
  if (!isDone) app.log.error({ afterSeconds: limitSeconds }, 'ended with work under way')
  return isDone
}

// Not `app.close`, which also ends the calls that pages under way still make in process.
async function answered({ server }: FastifyInstance): Promise<void> {
  if (!server.listening) return
  const closing = setInterval(() => server.closeIdleConnections(), idleLookMilliseconds)
  await new Promise((done) => server.close(done))
  clearInterval(closing)
}
