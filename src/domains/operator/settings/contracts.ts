import { oneOf, onOff, wholeNumber } from './kinds.ts'
import { group, offer, restriction, setting } from './setting.ts'

export const contracts = group('The contracts list', {
  itemsPerPage: setting(
    'private',
    wholeNumber({ from: 1, to: 150, unit: 'contracts' }),
    'Contracts on a page until the customer chooses another number; one of the choices.',
  ),
  showProduct: setting('private', onOff(), 'Shows the column with the product.'),
  powerOrTariff: setting(
    'private',
    oneOf(['power', 'tariff', 'none']),
    'What the column before the state shows: the contracted power, the access tariff, or nothing.',
  ),
})

export const ibanChange = group('Change of the bank account', {
  enabled: offer('public', 'Change of the account that pays a contract.'),
  attachmentOnIbanChange: restriction('private', 'Asks for at least one file that proves the account.'),
  showAddAttachmentsOnIbanChange: restriction(
    'private',
    'Shows the list of files in the dialog and asks for at least one.',
  ),
})

export const refCatastral = group('The cadastral reference of a supply point', {
  enabled: offer('private', 'Shows it with the contract.'),
  modify: offer('private', 'Change of it.'),
})
