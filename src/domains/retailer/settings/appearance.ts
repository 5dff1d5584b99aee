import * as z from 'zod/mini'
import { changedBy, offer, ofMoney, setting } from './setting.ts'
import {
  colour,
  instant,
  line,
  mailAddress,
  marketCode,
  oneOf,
  onOff,
  phoneNumber,
  secret,
  sepaSuffix,
  webAddress,
} from './value-kinds.ts'

export const organization = z.strictObject({
  name: setting('public', line(80)),
  nif: ofMoney(setting('public', line(20))),
  address: setting('public', line(160)),
  email: changedBy('content', setting('public', mailAddress())),
  leadsEmail: setting('server', mailAddress()),
  phone: changedBy('content', setting('public', phoneNumber())),
  phone_crm: changedBy('content', setting('public', phoneNumber())),
  marketCode: changedBy('content', setting('server', marketCode())),
  energyOrigin: changedBy('content', setting('server', line(160))),
  sepaSuffix: changedBy('money', setting('server', sepaSuffix())),
  conditionsUrl: setting('public', webAddress()),
  privacyUrl: setting('public', webAddress()),
  schedule: changedBy('content', setting('public', line(80))),
})

export const brand = z.strictObject({
  color: changedBy('content', setting('public', colour())),
  logoUrl: changedBy('content', setting('public', webAddress())),
})

export const home = z.strictObject({
  type: changedBy('content', setting('public', oneOf(['overview', 'tabGroups', 'dashboard', 'invoices']))),
  hero: changedBy('content', offer('public')),
})

export const header = z.strictObject({
  variant: changedBy('content', setting('public', oneOf(['logo', 'serverElements']))),
})

export const helpDialog = z.strictObject({
  enabled: changedBy('content', offer('public')),
  contactButton: changedBy('content', offer('public')),
})

export const maintenance = z.strictObject({
  active: setting('public', onOff()),
  start: setting('public', instant()),
  end: setting('public', instant()),
  bypassSecret: setting('server', secret()),
})
