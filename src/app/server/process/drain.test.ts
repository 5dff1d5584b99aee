import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startPollingLoop } from '#kit/server/polling-loop.ts'
import { drain } from './drain.ts'
import type { Readiness } from './readiness.ts'

function readiness(): Readiness {
  let isDraining = false
  return {
    isReady: async () => !isDraining,
    stop: async () => {},
    isDraining: () => isDraining,
    beginDraining() {
      isDraining = true
    },
  }
}

test('a program that shuts down is no longer ready, still answers for a while, and interrupts nothing', async () => {
  const app = Fastify()
  const gate = new EventTarget()
  app.get('/slow', async () => {
    // Like a page that makes internal calls for its data.
    await once(gate, 'open')
    return (await app.inject('/quick')).body
  })
  app.get('/quick', async () => 'answered')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  let turnEnded = false
  const jobs = startPollingLoop(
    async () => {
      await once(gate, 'open')
      turnEnded = true
      return true
    },
    { everySeconds: 60, name: 'claims', log: app.log },
  )
  const slow = fetch(`${origin}/slow`)
  await fetch(`${origin}/quick`)
  const state = readiness()

  const drained = drain({ app, readiness: state, jobs, noticeSeconds: 0.2 })
  expect(await state.isReady()).toBe(false)
  expect(await (await fetch(`${origin}/quick`)).text()).toBe('answered')
  await expect.poll(() => fetch(`${origin}/quick`).catch(() => 'refused')).toBe('refused')
  gate.dispatchEvent(new Event('open'))

  expect(await (await slow).text()).toBe('answered')
  expect(await drained).toBe(true)
  expect(turnEnded).toBe(true)
  await app.close()
})
