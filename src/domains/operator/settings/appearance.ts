import * as z from 'zod/mini'
import {
  colour,
  instant,
  line,
  mailAddress,
  oneOf,
  onOff,
  phoneNumber,
  secret,
  sepaSuffix,
  webAddress,
} from './kinds.ts'
import { offer, setting } from './setting.ts'

export const organization = z.strictObject({
  name: setting('public', line(80)),
  nif: setting('public', line(20)),
  address: setting('public', line(160)),
  email: setting('public', mailAddress()),
  leadsEmail: setting('server', mailAddress()),
  phone: setting('public', phoneNumber()),
  phone_crm: setting('public', phoneNumber()),
  sepaSuffix: setting('server', sepaSuffix()),
  conditionsUrl: setting('public', webAddress()),
  privacyUrl: setting('public', webAddress()),
  schedule: setting('public', line(80)),
})

export const brand = z.strictObject({
  color: setting('public', colour()),
  logoUrl: setting('public', webAddress()),
})

export const home = z.strictObject({
  type: setting('public', oneOf(['overview', 'tabGroups', 'dashboard', 'invoices'])),
  hero: offer('public'),
})

export const header = z.strictObject({
  variant: setting('public', oneOf(['logo', 'serverElements'])),
})

export const helpDialog = z.strictObject({
  enabled: offer('public'),
  contactButton: offer('public'),
})

export const maintenance = z.strictObject({
  active: setting('public', onOff()),
  start: setting('public', instant()),
  end: setting('public', instant()),
  bypassSecret: setting('server', secret()),
})
