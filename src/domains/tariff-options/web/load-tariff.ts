import { contractQuery } from '#domains/contracts/web/queries.ts'
import { customerSettingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { listOfferedKinds } from './offered-kinds.ts'
import { optionQuery } from './queries.ts'

/** Prefetches a contract and its tariff options. */
export async function loadTariff({ send, params, boot, prefetch }: LoadContext) {
  const contract = await prefetch(contractQuery(send, 'electricity', params.contractName!))
  // An option that cannot be loaded shows an error in its place; the others are shown.
  await Promise.allSettled(
    listOfferedKinds(contract, customerSettingsOf(boot)).map((kind) => prefetch(optionQuery(send, kind, contract.id))),
  )
}
