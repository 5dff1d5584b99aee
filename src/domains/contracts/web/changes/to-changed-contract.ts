import type { ChangeableContract } from '#domains/changes/web/changeable-contract.ts'
import type { ContractModel } from '../parse-contract.ts'

/** Converts a contract to the model of the change pages. */
export function toChangedContract(contract: ContractModel): ChangeableContract {
  const { name, energy, street, tariff, powerWatts, account, paymentMeans, contact, status } = contract
  const { isAtrAvailable, sipsCession, versions } = contract
  return {
    ...{ name, energy, street, tariff, powerWatts, account, paymentMeans, isAtrAvailable, sipsCession, versions },
    phone: contact.phone,
    isActive: status === 'active',
    awaitingSignature: contract.waitingForSignature,
  }
}
