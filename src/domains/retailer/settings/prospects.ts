import * as z from 'zod/mini'
import { offer, restriction, setting } from './setting.ts'
import { oneOf, webAddress } from './value-kinds.ts'

export const contractation = z.strictObject({
  electricity: z.strictObject({ enabled: offer('public') }),
  gas: z.strictObject({ enabled: offer('public') }),
  dual: z.strictObject({ enabled: offer('public') }),
  authenticate: restriction('public'),
  businessHaltContractation: restriction('public'),
  restrictCompanyVAT: restriction('public'),
  requireLeadConsent: restriction('public'),
  mustAcceptMorosityVerification: restriction('public'),
  emailRequired: restriction('public'),
  dniRequired: restriction('public'),
  commsLanguageRequired: restriction('public'),
  invoiceRequired: restriction('public'),
  selectComerOrigin: restriction('public'),
  selfcons: z.strictObject({
    enabled: offer('public'),
    requireDocumentation: restriction('public'),
  }),
  askPublicity: offer('public'),
  helpMessage: offer('public'),
  chatWidgetUrl: offer('public', webAddress()),
  orderTrackingWidgetUrl: offer('public', webAddress()),
})

export const comparator = z.strictObject({
  enabled: offer('public'),
  calculationMode: setting('public', oneOf(['all', 'writed_data'])),
  mode: setting('public', oneOf(['auto', 'manual'])),
})

export const powerCalculator = z.strictObject({
  enabled: offer('public'),
  contactPanel: offer('public'),
  helpPanel: offer('public'),
})

export const newsletter = z.strictObject({
  enabled: offer('public'),
  mailEditable: offer('public'),
  jwtParamsRequired: restriction('public'),
})

export const priceAlerts = z.strictObject({
  enabled: offer('public'),
  authenticate: restriction('public'),
})
