import { LRUCache } from 'lru-cache'
import type { Database } from '#db/database.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { Revision } from '../revision.ts'
import { findRevision } from './revision-store.ts'

/** What the notices of a revision have in common. */
export type SharedReads = {
  revisionOf(id: string): Promise<Revision>
  regulatedPrices(): Promise<RegulatedPrices>
}

/** For so long what was read counts for the next notices. Whether a revision was stopped is checked again when one is given away. */
const rememberedMs = 1_000

/** Reads what all notices need once for those of a second, instead of for each of a hundred thousand. */
export function createSharedReads(db: Database): SharedReads {
  const revisions = new LRUCache<string, Promise<Revision>>({ max: 20, ttl: rememberedMs })
  const prices = new LRUCache<'prices', Promise<RegulatedPrices>>({ max: 1, ttl: rememberedMs })
  return {
    revisionOf: (id) => remember(revisions, id, async () => (await findRevision(db, id))!),
    regulatedPrices: () => remember(prices, 'prices', () => loadRegulatedPrices(db)),
  }
}

function remember<Key extends string, Value>(
  cache: LRUCache<Key, Promise<Value>>,
  key: Key,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key)
  if (known) return known
  const reading = read()
  cache.set(key, reading)
  // What could not be read is read again.
  reading.catch(() => cache.delete(key))
  return reading
}
