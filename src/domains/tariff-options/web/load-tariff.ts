import { contractQuery } from '#domains/contracts/web/queries.ts'
import { customerSettingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { offeredKinds } from './offered-kinds.ts'
import { optionQuery } from './queries.ts'

/** Fetches a contract and what may be chosen of its tariff. */
export async function loadTariff({ send, params, boot, prefetch }: LoadContext) {
  const contract = await prefetch(contractQuery(send, 'electricity', params.contractName!))
  // One that cannot be read says so in its place; the others are shown.
  await Promise.allSettled(
    offeredKinds(contract, customerSettingsOf(boot)).map((kind) => prefetch(optionQuery(send, kind, contract.id))),
  )
}
