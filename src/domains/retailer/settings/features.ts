import * as z from 'zod/mini'
import { offer, restriction, setting } from './setting.ts'
import { listOf, onOff } from './value-kinds.ts'

export const features = z.strictObject({
  displayTypes: setting('public', listOf(['electricity', 'gas', 'multipoint'], { atLeast: 1 })),
  oidc: offer('public'),
  signup: offer('public'),
  contact: offer('public'),
  unsignedContact: offer('public'),
  contactAutoReads: offer('private'),
  reclamATCMenu: offer('public'),
  reclamATCContract: offer('private'),
  powerChange: offer('public'),
  notificacionAddressChange: offer('public'),
  noCesionSips: offer('public'),
  modifyInvoiceOnline: offer('private'),
  disableDownloadContractReport: restriction('public'),
  customizeDoubleTariff: offer('private'),
  customizeHappyHours: offer('private'),
  customizeHappyDay: offer('private'),
  enableInfoCCH: setting('private', onOff()),
  horizontalButtons: setting('private', onOff()),
  enableServerElements: offer('public'),
  showCoupons: offer('public'),
})

export const featureFlags = z.strictObject({
  coupons: z.strictObject({ coupon: offer('public') }),
  crm: z.strictObject({ case: offer('public') }),
})
