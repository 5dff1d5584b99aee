import type {} from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import type deskApprovals from '../../desks/approvals/texts/es.json'
import type deskAudit from '../../desks/audit/texts/es.json'
import type deskCaseTypes from '../../desks/case-types/texts/es.json'
import type deskCases from '../../desks/cases/texts/es.json'
import type deskContent from '../../desks/content/texts/es.json'
import type deskCoupons from '../../desks/coupons/texts/es.json'
import type deskCustomers from '../../desks/customers/texts/es.json'
import type deskErasures from '../../desks/erasures/texts/es.json'
import type deskFigures from '../../desks/figures/texts/es.json'
import type deskFutures from '../../desks/futures/texts/es.json'
import type deskHealth from '../../desks/health/texts/es.json'
import type deskImports from '../../desks/imports/texts/es.json'
import type deskJobs from '../../desks/jobs/texts/es.json'
import type deskLeads from '../../desks/leads/texts/es.json'
import type deskMails from '../../desks/mails/texts/es.json'
import type deskMarket from '../../desks/market/texts/es.json'
import type deskNewsletters from '../../desks/newsletters/texts/es.json'
import type deskOffers from '../../desks/offers/texts/es.json'
import type deskOperators from '../../desks/operators/texts/es.json'
import type deskPayments from '../../desks/payments/texts/es.json'
import type deskRegulated from '../../desks/regulated/texts/es.json'
import type deskRequests from '../../desks/requests/texts/es.json'
import type deskSettings from '../../desks/settings/texts/es.json'
import type deskToday from '../../desks/today/texts/es.json'
import type deskWebhooks from '../../desks/webhooks/texts/es.json'
import type accessTokens from '../../domains/access-tokens/texts/es.json'
import type accounts from '../../domains/accounts/texts/es.json'
import type batteries from '../../domains/batteries/texts/es.json'
import type changes from '../../domains/changes/texts/es.json'
import type comparators from '../../domains/comparators/texts/es.json'
import type consent from '../../domains/consent/texts/es.json'
import type consumption from '../../domains/consumption/texts/es.json'
import type contracting from '../../domains/contracting/texts/es.json'
import type contracts from '../../domains/contracts/texts/es.json'
import type correspondence from '../../domains/correspondence/texts/es.json'
import type home from '../../domains/home/texts/es.json'
import type invoices from '../../domains/invoices/texts/es.json'
import type leads from '../../domains/leads/texts/es.json'
import type messages from '../../domains/messages/texts/es.json'
import type newsletter from '../../domains/newsletter/texts/es.json'
import type offers from '../../domains/offers/texts/es.json'
import type settings from '../../domains/operator/settings/texts/es.json'
import type operator from '../../domains/operator/texts/es.json'
import type payments from '../../domains/payments/texts/es.json'
import type powerCalculator from '../../domains/power-calculator/texts/es.json'
import type priceAlerts from '../../domains/price-alerts/texts/es.json'
import type profile from '../../domains/profile/texts/es.json'
import type session from '../../domains/session/texts/es.json'
import type signatures from '../../domains/signatures/texts/es.json'
import type support from '../../domains/support/texts/es.json'
import type tariffOptions from '../../domains/tariff-options/texts/es.json'
import type uploads from '../../domains/uploads/texts/es.json'
import type kit from '../../kit/web/texts/es.json'
import type operatorArea from '../operator/texts/es.json'
import type app from '../texts/es.json'
import type shell from './shell/texts/es.json'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: {
      app: typeof app
      shell: typeof shell
      'operator-area': typeof operatorArea
      'desk-case-types': typeof deskCaseTypes
      'desk-cases': typeof deskCases
      'desk-approvals': typeof deskApprovals
      'desk-audit': typeof deskAudit
      'desk-content': typeof deskContent
      'desk-customers': typeof deskCustomers
      'desk-imports': typeof deskImports
      'desk-jobs': typeof deskJobs
      'desk-leads': typeof deskLeads
      'desk-offers': typeof deskOffers
      'desk-regulated': typeof deskRegulated
      'desk-figures': typeof deskFigures
      'desk-mails': typeof deskMails
      'desk-coupons': typeof deskCoupons
      'desk-health': typeof deskHealth
      'desk-newsletters': typeof deskNewsletters
      'desk-market': typeof deskMarket
      'desk-today': typeof deskToday
      'desk-futures': typeof deskFutures
      'desk-operators': typeof deskOperators
      'desk-settings': typeof deskSettings
      'desk-payments': typeof deskPayments
      'desk-erasures': typeof deskErasures
      'desk-requests': typeof deskRequests
      'desk-webhooks': typeof deskWebhooks
      kit: typeof kit
      home: typeof home
      'access-tokens': typeof accessTokens
      accounts: typeof accounts
      batteries: typeof batteries
      changes: typeof changes
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
      operator: typeof operator
      payments: typeof payments
      'power-calculator': typeof powerCalculator
      'price-alerts': typeof priceAlerts
      profile: typeof profile
      session: typeof session
      settings: typeof settings
      signatures: typeof signatures
      'tariff-options': typeof tariffOptions
      support: typeof support
      uploads: typeof uploads
    }
  }
}
