import { expect, test } from 'vitest'
import type { LoadContext } from '#kit/web/page.ts'
import { loadConsumption } from './load-consumption.ts'

const contract = { id: 12, energy: 'electricity', tariff: '2.0TD' } as const
const year = { type: 'monthly', range: { start: '2026-03-01', end: '2026-10-31' }, dataFrom: '2024-01-01' }

test('a browser shows a year of consumption without waiting for the one before', async () => {
  const loaded: unknown[] = []
  const prefetch = async ({ queryKey }: { queryKey: readonly unknown[] }) => {
    loaded.push(queryKey)
    return loaded.length === 1 ? year : new Promise(() => {})
  }
  await loadConsumption(
    { send: undefined as never, search: {}, prefetch: prefetch as LoadContext['prefetch'] },
    contract,
  )
  expect(loaded).toEqual([
    ['consumption', 12, 'monthly', undefined, undefined],
    ['consumption', 12, 'monthly', '2025-03-01', '2025-10-31'],
  ])
})
