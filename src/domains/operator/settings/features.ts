import * as z from 'zod/mini'
import { listOf, onOff } from './kinds.ts'
import { group, offer, restriction, setting } from './setting.ts'

export const features = group('What the portal has', {
  displayTypes: setting(
    'public',
    listOf(['electricity', 'gas', 'multipoint'], { atLeast: 1 }),
    'Kinds of contract that have tabs in contracts and invoices; gas also brings the gas comparator.',
  ),
  oidc: offer('public', 'Login through an external identity provider.'),
  signup: offer('public', 'Sign-up and activation of an account for an existing contract.'),
  contact: offer('public', 'Contact form for signed-in customers; also needs the flag crm.case.'),
  unsignedContact: offer('public', 'Contact form for anonymous visitors.'),
  contactAutoReads: offer(
    'private',
    'With autolectures=true in the address, the contact form opens ready for a meter reading.',
  ),
  reclamATCMenu: offer('public', 'Claims in the menu.'),
  reclamATCContract: offer('private', 'Button on a contract that opens a customer-service claim.'),
  powerChange: offer('public', 'Change of the contracted power.'),
  notificacionAddressChange: offer('public', 'Change of the notification address.'),
  noCesionSips: offer('public', 'Request that the meter-data database (SIPS) does not release the customer’s data.'),
  modifyInvoiceOnline: offer('private', 'Choice between invoices by e-mail and by post.'),
  disableDownloadContractReport: restriction('private', 'Takes the download of the contract report away.'),
  customizeDoubleTariff: offer('private', 'Choice of the months of the double tariff.'),
  customizeHappyHours: offer('private', 'Choice of the happy hours.'),
  customizeHappyDay: offer('private', 'Choice of the happy day.'),
  enableInfoCCH: setting('private', onOff(), 'Button that explains what the consumption chart shows.'),
  horizontalButtons: setting('private', onOff(), 'Puts the power, SIPS and IBAN buttons of a contract in one row.'),
  enableServerElements: offer('public', 'Operator HTML: blocks on login, sign-up and header, and dynamic pages.'),
  showCoupons: offer('public', 'Banners of coupons; also needs the flag coupons.coupon.'),
})

export const featureFlags = group('Feature flags, as GET /feature_flags/ tells them', {
  coupons: z.strictObject({ coupon: offer('public', 'Coupons.') }),
  crm: z.strictObject({ case: offer('public', 'Cases: the signed-in contact form and its requests.') }),
})
