import { expect, test } from 'vitest'
import { settingCatalogue } from './catalogue.ts'

const settings = [...settingCatalogue.values()]

/** Each setting with what an operator could do by changing it alone. */
const ofMoney: Record<string, string> = {
  'organization.nif': 'collect in the name of somebody else',
  'organization.sepaSuffix': 'collect for another of its businesses',
  'ibanChange.enabled': 'close or open the change of the account that is charged',
  'ibanChange.attachmentOnIbanChange': 'let accounts be changed without a proof',
  'ibanChange.showAddAttachmentsOnIbanChange': 'hide where the proof is sent',
  'invoices.enablePayment': 'close or open paying',
  'invoices.planParts': 'let customers pay late',
  'invoices.interestYear': 'give less interest back',
  'invoices.interestFrom': 'give less interest back',
  'invoices.showTotal': 'tell customers another amount',
  'payment.platforms': 'send payments to another provider',
  'payment.transfer.account': 'send transfers to another account',
  'payment.transfer.bic': 'send transfers to another bank',
  'payment.transfer.beneficiary': 'name somebody else as the beneficiary',
  'payment.transfer.concept': 'make transfers that cannot be told apart',
  'payment.transfer.accountPerInvoice': 'let files of invoices name accounts',
  'approvals.refundsUnderEuros': 'give money back without anybody else',
}

test('four-eyes approval covers the settings of money and no others', () => {
  const found = settings.filter(({ fourEyes }) => fourEyes).map(({ path }) => path)
  expect(found.sort()).toEqual(Object.keys(ofMoney).sort())
})

test('four-eyes approval covers every setting that money operators change', () => {
  expect(settings.filter(({ role, fourEyes }) => role === 'money' && !fourEyes).map(({ path }) => path)).toEqual([])
})

test('four-eyes approval covers no secret, since another operator could not see what they approve', () => {
  expect(settings.filter(({ kindName, fourEyes }) => kindName === 'secret' && fourEyes)).toEqual([])
})
