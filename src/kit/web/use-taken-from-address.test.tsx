import { useLocation } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from './portal-testing.tsx'
import { useTakenFromAddress } from './use-taken-from-address.ts'

function Taker({ onTaken }: { onTaken: (value: string) => void }) {
  useTakenFromAddress('action', onTaken)
  return <output>{useLocation().searchStr}</output>
}

test('what the address asks for is handed over once, and the rest of the address stays', async () => {
  const onTaken = vi.fn()
  await renderAt('/invoices?contractType=gas&action=payOnline', <Taker onTaken={onTaken} />)
  expect(await screen.findByText('?contractType=gas')).toBeDefined()
  expect(onTaken.mock.calls).toEqual([['payOnline']])
})

test('the same may be asked for again later', async () => {
  const onTaken = vi.fn()
  const { router } = await renderAt('/invoices?contractType=gas&action=payOnline', <Taker onTaken={onTaken} />)
  await screen.findByText('?contractType=gas')
  await act(() => router.navigate({ to: '/invoices', search: { action: 'payOnline' } as never }))
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledTimes(2))
})

test('an address that asks for nothing stays', async () => {
  const onTaken = vi.fn()
  await renderAt('/invoices?contractType=gas', <Taker onTaken={onTaken} />)
  expect(screen.getByText('?contractType=gas')).toBeDefined()
  expect(onTaken).not.toHaveBeenCalled()
})
