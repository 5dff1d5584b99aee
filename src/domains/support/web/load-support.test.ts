import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { loadContact } from './load-support.ts'

type Given = {
  isSignedIn: boolean
  contact: boolean
  unsignedContact: boolean
  cases: boolean
  contracts?: unknown[]
}

const open: Given = { isSignedIn: true, contact: true, unsignedContact: true, cases: true }
const outside = { ...open, isSignedIn: false }

/** What is fetched first for the page where the retailer is written to. */
async function fetched({ isSignedIn, contact, unsignedContact, cases, contracts = [{}] }: Given): Promise<unknown[]> {
  const keys: unknown[] = []
  const features = { ...defaultSettings.features, contact, unsignedContact }
  const boot = {
    settings: { ...defaultSettings, features },
    signedIn: isSignedIn ? { name: 'Anna' } : null,
    flags: { 'crm.case': cases },
  }
  const prefetch = async ({ queryKey }: { queryKey: readonly unknown[] }) => {
    keys.push(queryKey)
    return contracts
  }
  await loadContact({ boot, prefetch, send: async () => {} } as unknown as LoadContext)
  return keys
}

describe('the page where the retailer is written to', () => {
  test('has the contracts of whoever is signed in, and nothing of anybody’s for everybody else', async () => {
    expect(await fetched(open)).toHaveLength(2)
    expect(await fetched(outside)).toHaveLength(1)
  })

  test('has what anybody can write about for a customer without contracts', async () => {
    expect(await fetched({ ...open, contracts: [] })).toContainEqual(['support', 'categories', false])
    expect(await fetched(open)).toContainEqual(['support', 'categories', true])
  })

  test.each<[string, Given]>([
    ['customers, where the retailer takes no letters of them', { ...open, contact: false }],
    ['customers, where there are no cases', { ...open, cases: false }],
    ['visitors, where the retailer takes no letters of them', { ...outside, unsignedContact: false }],
  ])('is not there for %s', async (_, given) => {
    await expect(fetched(given)).rejects.toMatchObject({ status: 404 })
  })

  test.each<[string, Given]>([
    ['customers, whatever holds for visitors', { ...open, unsignedContact: false }],
    ['visitors, whatever holds for customers', { ...outside, contact: false, cases: false }],
  ])('is there for %s', async (_, given) => {
    expect(await fetched(given)).not.toHaveLength(0)
  })
})
