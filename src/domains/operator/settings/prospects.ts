import * as z from 'zod/mini'
import { oneOf, webAddress } from './kinds.ts'
import { group, offer, restriction, setting } from './setting.ts'

export const contractation = group('Taking out a new contract', {
  electricity: z.strictObject({ enabled: offer('public', 'New electricity contracts.') }),
  gas: z.strictObject({ enabled: offer('public', 'New gas contracts.') }),
  dual: z.strictObject({ enabled: offer('public', 'New contracts for electricity and gas together.') }),
  authenticate: restriction('public', 'Contracting is for signed-in customers only.'),
  businessHaltContractation: restriction(
    'public',
    'A company only leaves its details: contract, gas and payment are left out.',
  ),
  restrictCompanyVAT: restriction('public', 'Refuses the tax id of a company.'),
  requireLeadConsent: restriction('public', 'Nobody goes on without consent to being contacted.'),
  mustAcceptMorosityVerification: restriction('public', 'Nobody goes on without authorising the solvency check.'),
  emailRequired: restriction('public', 'Asks for an e-mail address.'),
  dniRequired: restriction('public', 'Asks for a picture of the front of the identity document.'),
  commsLanguageRequired: restriction('public', 'Asks for the language of communications.'),
  invoiceRequired: restriction('public', 'Asks for an invoice when the supply point has a contract.'),
  selectComerOrigin: restriction('public', 'Asks for the retailer that supplies now.'),
  selfcons: z.strictObject({
    enabled: offer('public', 'Contracts with self-consumption.'),
    requireDocumentation: restriction('public', 'Asks for the papers of the installation.'),
  }),
  askPublicity: offer('public', 'Asks for the optional consent to publicity.'),
  helpMessage: offer('public', 'Message with the phone for prospects beside the steps.'),
  chatWidgetUrl: offer('public', 'Script of a chat, loaded after consent; empty: none.', webAddress()),
  orderTrackingWidgetUrl: offer(
    'public',
    'Script that tracks orders, loaded after consent; empty: none.',
    webAddress(),
  ),
})

export const comparator = group('Comparison with the current invoice', {
  enabled: offer('public', 'The comparators for electricity and, where gas is displayed, for gas.'),
  calculationMode: setting(
    'public',
    oneOf(['all', 'writed_data']),
    'What visitors may do: type the figures of their invoice or send the invoice, or only type.',
  ),
  mode: setting(
    'public',
    oneOf(['auto', 'manual']),
    'What is chosen at first: typing (`auto`) or sending the invoice (`manual`).',
  ),
})

export const powerCalculator = group('The power calculator', {
  enabled: offer('public', 'The calculator, which ends in a sales lead.'),
  contactPanel: offer('public', 'Panel at the side that links to the help page.'),
  helpPanel: offer('public', 'Panel with a title, a text and a button that explains the calculation.'),
})

export const newsletter = group('Newsletters', {
  enabled: offer('public', 'The page of newsletter subscriptions.'),
  mailEditable: offer('public', 'Lets subscribers change their e-mail address.'),
  jwtParamsRequired: restriction('public', 'Opens the page only to the signed link of a subscriber.'),
})

export const priceAlerts = group('Alerts on the prices of electricity futures', {
  enabled: offer('public', 'The page of price alerts.'),
  authenticate: restriction(
    'public',
    'Prices of futures are for signed-in customers only, as alerts on them always are.',
  ),
})
