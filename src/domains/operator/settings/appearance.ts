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
import { group, offer, setting } from './setting.ts'

export const organization = group('The retailer; what is empty is not shown', {
  name: setting('public', line(80), 'Name of the retailer in titles, mails and documents.'),
  nif: setting('public', line(20), 'Tax id of the retailer, on its documents.'),
  address: setting('public', line(160), 'Registered address of the retailer, on its documents.'),
  email: setting('public', mailAddress(), 'E-mail address for customers.'),
  leadsEmail: setting(
    'server',
    mailAddress(),
    'E-mail address that is told when somebody leaves their details or asks for a contract; empty: organization.email.',
  ),
  phone: setting('public', phoneNumber(), 'Phone for customers, in the help panel and the lead forms.'),
  phone_crm: setting(
    'public',
    phoneNumber(),
    'Phone for prospects, in the help of contracting and where no tariff is found.',
  ),
  sepaSuffix: setting(
    'server',
    sepaSuffix(),
    'Which of its businesses the retailer collects direct debits for, in its SEPA creditor identifier; 000 unless it has several.',
  ),
  conditionsUrl: setting(
    'public',
    webAddress(),
    'Page with the terms of use of the customer area, linked where they are accepted.',
  ),
  privacyUrl: setting('public', webAddress(), 'Page about data protection, linked where it is accepted.'),
  schedule: setting('public', line(80), 'Hours in which the phones are answered, in figures that need no translation.'),
})

export const brand = group('The look of the portal', {
  color: setting('public', colour(), 'The brand colour, from which all others are derived.'),
  logoUrl: setting(
    'public',
    webAddress(),
    "Address of the logo; empty: the portal's own drawing with the retailer's name.",
  ),
})

export const home = group('The page at /', {
  type: setting(
    'public',
    oneOf(['overview', 'tabGroups', 'dashboard', 'invoices']),
    'What stands there: an overview of what is due and used, the grid of actions, or (`dashboard`, `invoices`) the way to the invoices.',
  ),
  hero: offer(
    'public',
    'With `tabGroups`, greets anonymous visitors with a header, begin and login buttons and three concept cards.',
  ),
})

export const header = group('The head of the page', {
  variant: setting(
    'public',
    oneOf(['logo', 'serverElements']),
    'What it shows: the logo or, with features.enableServerElements, the operator HTML blocks of group Header.',
  ),
})

export const helpDialog = group('The help tab', {
  enabled: offer('public', "Shows the tab and its panel with the organization's e-mail and phone."),
  contactButton: offer('public', 'Shows the contact button in the panel.'),
})

export const maintenance = group('Maintenance', {
  active: setting('public', onOff(), 'Replaces everything by the 503 page.'),
  start: setting('public', instant(), 'When the work begins, for the page to say.'),
  end: setting('public', instant(), 'When the work ends, for the page to say; after `start`.'),
  bypassSecret: setting(
    'server',
    secret(),
    'What the cookie maintenance_bypass must hold to see the portal meanwhile; empty: nobody does.',
  ),
})
