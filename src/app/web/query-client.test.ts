import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('an action without a connection fails at once instead of waiting for one', async () => {
  onlineManager.setOnline(false)
  const send = vi.fn().mockRejectedValue(new Error('offline'))
  const action = new MutationObserver(makeQueryClient(), { mutationFn: send })
  action.mutate(undefined).catch(() => {})
  await vi.waitFor(() => expect(action.getCurrentResult()).toMatchObject({ isPaused: false, isError: true }))
  expect(send).toHaveBeenCalledOnce()
})
