import type {} from 'use-intl'
import type deskApprovals from '#backoffice/approvals/texts/es.json'
import type deskAudit from '#backoffice/audit/texts/es.json'
import type deskCustomers from '#backoffice/customers/texts/es.json'
import type deskHealth from '#backoffice/health/texts/es.json'
import type deskJobs from '#backoffice/jobs/texts/es.json'
import type deskLeads from '#backoffice/leads/texts/es.json'
import type deskStatistics from '#backoffice/statistics/texts/es.json'
import type deskToday from '#backoffice/today/texts/es.json'
import type deskCorrections from '#domains/bill-checks/desk/corrections/texts/es.json'
import type deskBillChecks from '#domains/bill-checks/desk/texts/es.json'
import type billChecks from '#domains/bill-checks/texts/es.json'
import type billForecasts from '#domains/bill-forecasts/texts/es.json'
import type deskChanges from '#domains/changes/desk/texts/es.json'
import type deskDeclarations from '#domains/collections/desk/declarations/texts/es.json'
import type deskCollections from '#domains/collections/desk/texts/es.json'
import type collections from '#domains/collections/texts/es.json'
import type consumptionAlerts from '#domains/consumption-alerts/texts/es.json'
import type deskSwitches from '#domains/contracting/desk/switches/texts/es.json'
import type dataSharing from '#domains/data-sharing/texts/es.json'
import type deskDebitReturns from '#domains/debit-returns/desk/texts/es.json'
import type debitReturns from '#domains/debit-returns/texts/es.json'
import type deskCompensations from '#domains/duties/desk/compensations/texts/es.json'
import type deskDuties from '#domains/duties/desk/duties/texts/es.json'
import type deskHolidays from '#domains/duties/desk/holidays/texts/es.json'
import type deskNorms from '#domains/duties/desk/norms/texts/es.json'
import type deskIntegration from '#domains/integration/desk/texts/es.json'
import type invoiceDetails from '#domains/invoice-details/texts/es.json'
import type deskMessages from '#domains/messages/desk/texts/es.json'
import type deskNewsletter from '#domains/newsletter/desk/texts/es.json'
import type deskCoupons from '#domains/offers/desk/coupons/texts/es.json'
import type deskMarket from '#domains/offers/desk/market/texts/es.json'
import type deskProducts from '#domains/offers/desk/products/texts/es.json'
import type deskSavedFilters from '#domains/operators/desk/saved-filters/texts/es.json'
import type deskOperators from '#domains/operators/desk/texts/es.json'
import type deskPayments from '#domains/payments/desk/texts/es.json'
import type deskPriceAlerts from '#domains/price-alerts/desk/texts/es.json'
import type deskProfile from '#domains/profile/desk/texts/es.json'
import type deskRegulatedPrices from '#domains/regulated-prices/desk/texts/es.json'
import type deskContent from '#domains/retailer/desk/content/texts/es.json'
import type deskSettings from '#domains/retailer/desk/settings/texts/es.json'
import type deskRevisions from '#domains/revisions/desk/texts/es.json'
import type revisions from '#domains/revisions/texts/es.json'
import type deskCaseTypes from '#domains/support/desk/case-types/texts/es.json'
import type deskCases from '#domains/support/desk/cases/texts/es.json'
import type deskWebhooks from '#domains/webhooks/desk/texts/es.json'
import type { serverTextKeys } from '#kit/text-keys.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type accessTokens from '../../domains/access-tokens/texts/es.json'
import type accounts from '../../domains/accounts/texts/es.json'
import type batteries from '../../domains/batteries/texts/es.json'
import type changes from '../../domains/changes/texts/es.json'
import type communications from '../../domains/communications/texts/es.json'
import type comparators from '../../domains/comparators/texts/es.json'
import type consent from '../../domains/consent/texts/es.json'
import type consumption from '../../domains/consumption/texts/es.json'
import type contracting from '../../domains/contracting/texts/es.json'
import type contracts from '../../domains/contracts/texts/es.json'
import type correspondence from '../../domains/correspondence/texts/es.json'
import type duties from '../../domains/duties/texts/es.json'
import type home from '../../domains/home/texts/es.json'
import type invoices from '../../domains/invoices/texts/es.json'
import type leads from '../../domains/leads/texts/es.json'
import type messages from '../../domains/messages/texts/es.json'
import type newsletter from '../../domains/newsletter/texts/es.json'
import type offers from '../../domains/offers/texts/es.json'
import type payments from '../../domains/payments/texts/es.json'
import type powerCalculator from '../../domains/power-calculator/texts/es.json'
import type priceAlerts from '../../domains/price-alerts/texts/es.json'
import type profile from '../../domains/profile/texts/es.json'
import type settings from '../../domains/retailer/settings/texts/es.json'
import type retailer from '../../domains/retailer/texts/es.json'
import type session from '../../domains/session/texts/es.json'
import type signatures from '../../domains/signatures/texts/es.json'
import type support from '../../domains/support/texts/es.json'
import type tariffOptions from '../../domains/tariff-options/texts/es.json'
import type uploads from '../../domains/uploads/texts/es.json'
import type kit from '../../kit/web/texts/es.json'
import type operatorArea from '../operator/texts/es.json'
import type app from '../texts/es.json'
import type kitPage from './kit-page/texts/es.json'
import type shell from './shell/texts/es.json'

type Texts = {
  app: typeof app
  shell: typeof shell
  'operator-area': typeof operatorArea
  'desk-case-types': typeof deskCaseTypes
  'desk-cases': typeof deskCases
  'desk-approvals': typeof deskApprovals
  'desk-audit': typeof deskAudit
  'desk-content': typeof deskContent
  'desk-customers': typeof deskCustomers
  'desk-integration': typeof deskIntegration
  'desk-jobs': typeof deskJobs
  'desk-leads': typeof deskLeads
  'desk-products': typeof deskProducts
  'desk-holidays': typeof deskHolidays
  'desk-norms': typeof deskNorms
  'desk-compensations': typeof deskCompensations
  'desk-duties': typeof deskDuties
  'desk-saved-filters': typeof deskSavedFilters
  'desk-regulated-prices': typeof deskRegulatedPrices
  'desk-statistics': typeof deskStatistics
  'desk-messages': typeof deskMessages
  'desk-coupons': typeof deskCoupons
  'desk-health': typeof deskHealth
  'desk-newsletter': typeof deskNewsletter
  'desk-market': typeof deskMarket
  'desk-today': typeof deskToday
  'desk-price-alerts': typeof deskPriceAlerts
  'desk-operators': typeof deskOperators
  'desk-settings': typeof deskSettings
  'desk-payments': typeof deskPayments
  'desk-profile': typeof deskProfile
  'desk-changes': typeof deskChanges
  'desk-webhooks': typeof deskWebhooks
  kit: typeof kit
  'kit-page': typeof kitPage
  duties: typeof duties
  home: typeof home
  'access-tokens': typeof accessTokens
  accounts: typeof accounts
  batteries: typeof batteries
  changes: typeof changes
  communications: typeof communications
  consent: typeof consent
  comparators: typeof comparators
  consumption: typeof consumption
  contracting: typeof contracting
  contracts: typeof contracts
  correspondence: typeof correspondence
  invoices: typeof invoices
  leads: typeof leads
  messages: typeof messages
  newsletter: typeof newsletter
  offers: typeof offers
  payments: typeof payments
  'power-calculator': typeof powerCalculator
  'price-alerts': typeof priceAlerts
  profile: typeof profile
  retailer: typeof retailer
  session: typeof session
  settings: typeof settings
  signatures: typeof signatures
  'tariff-options': typeof tariffOptions
  support: typeof support
  uploads: typeof uploads
  revisions: typeof revisions
  'desk-revisions': typeof deskRevisions
  'debit-returns': typeof debitReturns
  'desk-debit-returns': typeof deskDebitReturns
  'desk-switches': typeof deskSwitches
  'desk-corrections': typeof deskCorrections
  collections: typeof collections
  'desk-collections': typeof deskCollections
  'desk-declarations': typeof deskDeclarations
  'invoice-details': typeof invoiceDetails
  'bill-checks': typeof billChecks
  'desk-bill-checks': typeof deskBillChecks
  'data-sharing': typeof dataSharing
  'bill-forecasts': typeof billForecasts
  'consumption-alerts': typeof consumptionAlerts
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: { [Namespace in keyof Texts]: Omit<Texts[Namespace], (typeof serverTextKeys)[number]> }
  }
}
