import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionLostError } from '#kit/connection-lost.ts'
import { Refused } from '#kit/refusal.ts'
import { changeBoot } from '../portal.ts'
import { renderAt } from '../portal-testing.tsx'
import { LoadFailureReason } from './load-failure-reason.tsx'

beforeEach(() => vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function show(failure: unknown) {
  const retry = vi.fn()
  const shown = await renderAt(
    '/',
    <p>
      <LoadFailureReason failure={failure} onRetry={retry}>
        No es cosa tuya.
      </LoadFailureReason>
    </p>,
  )
  return { retry, ...shown }
}

test('shows the own message of a failure that concerns one call, with the request id, and never retries it by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { retry } = await show(new Refused('unexpected', 500, { requestId: 'f00d' }))
  expect(screen.getByText(/^No es cosa tuya\. Referencia f00d\.$/)).toBeDefined()
  vi.advanceTimersByTime(120_000)
  expect(retry).not.toHaveBeenCalled()
})

test('retries a busy server after the requested time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { retry } = await show(new Refused('unavailable', 503, { retryAfterSeconds: 30 }))
  expect(screen.getByText(/^Ahora no podemos atenderte\./)).toBeDefined()
  vi.advanceTimersByTime(29_000)
  expect(retry).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(retry).toHaveBeenCalledOnce()
})

test('reloads after a lost connection once it is back, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { retry, portal } = await show(new ConnectionLostError())
  act(() => changeBoot(portal, { outage: { kind: 'offline' } }))
  vi.advanceTimersByTime(60_000)
  expect(retry).not.toHaveBeenCalled()
  act(() => changeBoot(portal, { outage: undefined }))
  vi.advanceTimersByTime(4_000)
  expect(retry).toHaveBeenCalledOnce()
})
