import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { loadContact } from './load-support.ts'

type ContactPageState = {
  isSignedIn: boolean
  contact: boolean
  unsignedContact: boolean
  cases: boolean
  contracts?: unknown[]
}

const open: ContactPageState = { isSignedIn: true, contact: true, unsignedContact: true, cases: true }
const outside = { ...open, isSignedIn: false }

/** Returns the query keys prefetched for the contact page. */
async function fetched({
  isSignedIn,
  contact,
  unsignedContact,
  cases,
  contracts = [{}],
}: ContactPageState): Promise<unknown[]> {
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

describe('the contact page', () => {
  test('loads the contracts of a signed-in user, and no customer data for a visitor', async () => {
    expect(await fetched(open)).toHaveLength(2)
    expect(await fetched(outside)).toHaveLength(1)
  })

  test('loads the categories for anyone if a customer has no contracts', async () => {
    expect(await fetched({ ...open, contracts: [] })).toContainEqual(['support', 'categories', false])
    expect(await fetched(open)).toContainEqual(['support', 'categories', true])
  })

  test.each<[string, ContactPageState]>([
    ['customers, where the retailer accepts no messages from them', { ...open, contact: false }],
    ['customers, where there are no cases', { ...open, cases: false }],
    ['visitors, where the retailer accepts no messages from them', { ...outside, unsignedContact: false }],
  ])('is not found for %s', async (_, given) => {
    await expect(fetched(given)).rejects.toMatchObject({ status: 404 })
  })

  test.each<[string, ContactPageState]>([
    ['customers, whatever applies to visitors', { ...open, unsignedContact: false }],
    ['visitors, whatever applies to customers', { ...outside, contact: false, cases: false }],
  ])('exists for %s', async (_, given) => {
    expect(await fetched(given)).not.toHaveLength(0)
  })
})
