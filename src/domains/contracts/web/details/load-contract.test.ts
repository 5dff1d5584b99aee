import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Call } from '#kit/call.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { contractsKey } from '../queries.ts'
import { loadContract } from './load-contract.ts'

// Nothing is answered, so that only what waits for nothing is paths.
async function listCallPaths(listed: readonly { id: number; name: string; tariff: string; energy: 'electricity' }[]) {
  const paths: string[] = []
  const queryClient = new QueryClient()
  queryClient.setQueryData([...contractsKey, 'electricity', { offset: 0, limit: 25 }], { items: listed, total: 1 })
  const send = (definition: Call) => {
    paths.push(definition.path)
    return new Promise(() => {})
  }
  const context = {
    ...{ path: '/contracts/electricity/$contractName', params: { contractName: '0048213' }, search: {} },
    ...{ send, boot: { settings: defaultSettings, signedIn: {} } },
    prefetch: (query: never) => queryClient.fetchQuery(query),
    cached: (queryKey: readonly string[]) =>
      queryClient
        .getQueriesData({ queryKey })
        .map(([, data]) => data)
        .filter((data) => data !== undefined),
  }
  void loadContract(context as unknown as LoadContext)
  await expect.poll(() => paths.length).toBeGreaterThan(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  return paths
}

const curvePath = '/contracts/:contractId/cch/chart/:type/'
const contract = { id: 4, name: '0048213', tariff: '2.0TD', energy: 'electricity' } as const

test('the consumption of a contract that was listed loads at once with the contract', async () => {
  expect(await listCallPaths([contract])).toContain(curvePath)
})

test('that of another one waits for the contract', async () => {
  const paths = await listCallPaths([{ ...contract, name: '0099999' }])
  expect(paths).not.toContain(curvePath)
  expect(paths).toContain('/contracts')
})
