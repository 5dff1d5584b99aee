import * as z from 'zod/mini'
import { changedBy, offer, restriction, setting } from './setting.ts'
import { oneOf, onOff, wholeNumber } from './value-kinds.ts'

export const contracts = z.strictObject({
  itemsPerPage: setting('private', wholeNumber({ from: 1, to: 150, unit: 'contracts' })),
  showProduct: setting('private', onOff()),
  powerOrTariff: setting('private', oneOf(['power', 'tariff', 'none'])),
})

export const ibanChange = z.strictObject({
  enabled: changedBy('money', offer('public')),
  attachmentOnIbanChange: changedBy('money', restriction('private')),
  showAddAttachmentsOnIbanChange: changedBy('money', restriction('private')),
})

export const refCatastral = z.strictObject({
  enabled: offer('private'),
  modify: offer('private'),
})
