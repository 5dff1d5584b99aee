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
  const revisions = new LRUCache<string, Revision>({
    max: 20,
    ttl: rememberedMs,
    fetchMethod: (id) => findRevision(db, id),
  })
  const prices = new LRUCache<'prices', RegulatedPrices>({
    max: 1,
    ttl: rememberedMs,
    fetchMethod: () => loadRegulatedPrices(db),
  })
  return {
    revisionOf: async (id) => (await revisions.fetch(id))!,
    regulatedPrices: async () => (await prices.fetch('prices'))!,
  }
}
