import type { ChangedContract } from '#domains/changes/web/changed-contract.ts'
import type { ReadContract } from './read-contract.ts'

/** A contract as those see it who change it. */
export function changedContract(contract: ReadContract): ChangedContract {
  const {
    name,
    energy,
    street,
    tariff,
    powerWatts,
    account,
    contact,
    standing,
    isAtrAvailable,
    sipsCession,
    versions,
  } = contract
  return {
    ...{ name, energy, street, tariff, powerWatts, account, isAtrAvailable, sipsCession, versions },
    phone: contact.phone,
    isActive: standing === 'active',
    waiting: contract.waitingForSignature,
  }
}
