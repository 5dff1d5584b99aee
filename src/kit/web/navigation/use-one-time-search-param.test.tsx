import { useLocation } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../portal-testing.tsx'
import { useOneTimeSearchParam } from './use-one-time-search-param.ts'

function Taker({ onTaken }: { onTaken: (value: string) => void }) {
  useOneTimeSearchParam('action', onTaken)
  return <output>{useLocation().searchStr}</output>
}

test('passes a parameter on once and keeps the rest of the address', async () => {
  const onTaken = vi.fn()
  await renderAt('/invoices?contractType=gas&action=payOnline', <Taker onTaken={onTaken} />)
  expect(await screen.findByText('?contractType=gas')).toBeDefined()
  expect(onTaken.mock.calls).toEqual([['payOnline']])
})

test('accepts the same value again later', async () => {
  const onTaken = vi.fn()
  const { router } = await renderAt('/invoices?contractType=gas&action=payOnline', <Taker onTaken={onTaken} />)
  await screen.findByText('?contractType=gas')
  await act(() => router.navigate({ to: '/invoices', search: { action: 'payOnline' } as never }))
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledTimes(2))
})

test('leaves an address without the parameter unchanged', async () => {
  const onTaken = vi.fn()
  await renderAt('/invoices?contractType=gas', <Taker onTaken={onTaken} />)
  expect(screen.getByText('?contractType=gas')).toBeDefined()
  expect(onTaken).not.toHaveBeenCalled()
})
