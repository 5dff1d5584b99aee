import type { FastifyInstance, FastifyRequest } from 'fastify'
import { approvalDeskRoutes } from '#backoffice/approvals/server/routes.ts'
import { auditDeskRoutes } from '#backoffice/audit/server/routes.ts'
import { customerDeskRoutes } from '#backoffice/customers/server/routes.ts'
import { healthDeskRoutes } from '#backoffice/health/server/routes.ts'
import { jobDeskRoutes } from '#backoffice/jobs/server/routes.ts'
import { leadDeskRoutes } from '#backoffice/leads/server/routes.ts'
import { statisticsDeskRoutes } from '#backoffice/statistics/server/routes.ts'
import { todayDeskRoutes } from '#backoffice/today/server/routes.ts'
import type { AnyApprovalKind } from '#domains/approvals/server/approval-kind.ts'
import { correctionDeskRoutes } from '#domains/bill-checks/desk/corrections/server/routes.ts'
import { billCheckDeskRoutes } from '#domains/bill-checks/desk/server/routes.ts'
import { changeRequestDeskRoutes } from '#domains/changes/desk/server/routes.ts'
import { declarationDeskRoutes } from '#domains/collections/desk/declarations/server/routes.ts'
import { debtFileRoutes } from '#domains/collections/desk/server/file-routes.ts'
import { collectionDeskRoutes } from '#domains/collections/desk/server/routes.ts'
import { findCorrectingBill } from '#domains/collections/server/corrected-bills.ts'
import { contractingDeskRoutes } from '#domains/contracting/desk/server/routes.ts'
import { switchDeskRoutes } from '#domains/contracting/desk/switches/server/routes.ts'
import { decideApplicant } from '#domains/contracting/server/decide-applicant.ts'
import { findTakenReading } from '#domains/contracts/server/reading-duties.ts'
import { debitReturnDeskRoutes } from '#domains/debit-returns/desk/server/routes.ts'
import { compensationApproval } from '#domains/duties/desk/compensations/server/compensation-approval.ts'
import { compensationDeskRoutes } from '#domains/duties/desk/compensations/server/routes.ts'
import { dutyDeskRoutes } from '#domains/duties/desk/duties/server/routes.ts'
import { holidayDeskRoutes } from '#domains/duties/desk/holidays/server/routes.ts'
import { normDeskRoutes } from '#domains/duties/desk/norms/server/routes.ts'
import { importDeskRoutes } from '#domains/integration/desk/server/routes.ts'
import { createReasonTranslator } from '#domains/integration/server/reason-messages.ts'
import { mailDeskRoutes } from '#domains/messages/desk/server/routes.ts'
import { newsletterDeskRoutes } from '#domains/newsletter/desk/server/routes.ts'
import { couponDeskRoutes } from '#domains/offers/desk/coupons/server/routes.ts'
import { marketDeskRoutes } from '#domains/offers/desk/market/server/routes.ts'
import { priceApproval } from '#domains/offers/desk/products/server/price-approval.ts'
import { priceRoutes } from '#domains/offers/desk/products/server/price-routes.ts'
import { offerDeskRoutes } from '#domains/offers/desk/products/server/routes.ts'
import { savedFilterRoutes } from '#domains/operators/desk/saved-filters/server/routes.ts'
import { operatorAccessRoutes } from '#domains/operators/desk/server/access-routes.ts'
import { operatorSignInRoutes } from '#domains/operators/desk/server/sign-in-routes.ts'
import { paymentHoldRoutes } from '#domains/payments/desk/server/payment-hold-routes.ts'
import { providerReportRoutes } from '#domains/payments/desk/server/provider-report-routes.ts'
import { refundApprovalKind } from '#domains/payments/desk/server/refund-approval.ts'
import { paymentDeskRoutes } from '#domains/payments/desk/server/routes.ts'
import { futuresDeskRoutes } from '#domains/price-alerts/desk/server/routes.ts'
import { erasureDeskRoutes } from '#domains/profile/desk/server/routes.ts'
import { regulatedPriceApproval } from '#domains/regulated-prices/desk/server/regulated-price-approval.ts'
import { regulatedDeskRoutes } from '#domains/regulated-prices/desk/server/routes.ts'
import { contentDeskRoutes } from '#domains/retailer/desk/content/server/routes.ts'
import { settingsDeskRoutes } from '#domains/retailer/desk/settings/server/routes.ts'
import { settingApprovalKind } from '#domains/retailer/desk/settings/server/setting-approval.ts'
import { revisionDeskRoutes } from '#domains/revisions/desk/server/routes.ts'
import { caseTypeDeskRoutes } from '#domains/support/desk/case-types/server/routes.ts'
import { caseDeskRoutes } from '#domains/support/desk/cases/server/routes.ts'
import { findSentReading } from '#domains/support/server/sent-reading.ts'
import { webhookDeskRoutes } from '#domains/webhooks/desk/server/routes.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import { configuredSystemsOf } from '../process/outbound-health.ts'
import { messagesOf, translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import { createContractingDeps } from './mount-contracting.ts'
import { mailTextsOf } from './mount-messages.ts'
import type { CallsDeps } from './register-calls.ts'
import { roleNames } from './role-names.ts'

/** Registers the calls of the back office. */
export function registerDeskCalls({ serve, app, context, actors }: CallsDeps) {
  const browserOriginOf = (request: FastifyRequest) => ({ origin: ownOrigin(request, context.config) })
  operatorSignInRoutes({ ...context, serve, actors, locationOf: browserOriginOf })
  operatorAccessRoutes({ ...context, serve, actors, roleNames })
  savedFilterRoutes({ ...context, serve })
  customerDeskRoutes({ ...context, serve })
  approvalDeskRoutes({ ...context, serve, kinds: createApprovalKinds(context, app) })
  auditDeskRoutes({ ...context, serve })
  contentDeskRoutes({ ...context, serve, basePath: context.config.basePath })
  settingsDeskRoutes({ ...context, serve, allowsPrivate: context.config.allowsPrivate })
  caseTypeDeskRoutes({ ...context, serve })
  caseDeskRoutes({
    ...{ ...context, serve },
    textsFor: (locale) => translator(locale, 'desk-cases'),
    answerTextsFor: (locale) => translator(locale, 'support.answer'),
    receiptTextsFor: (locale) => translator(locale, 'support.receipt'),
  })
  dutyDeskRoutes({
    ...{ ...context, serve, doneFinders: [findCorrectingBill, findSentReading, findTakenReading] },
    textsFor: (locale) => translator(locale, 'desk-duties'),
  })
  compensationDeskRoutes({ ...context, serve })
  normDeskRoutes({ ...context, serve })
  holidayDeskRoutes({ ...context, serve })
  contractingDeskRoutes({ ...context, serve })
  switchDeskRoutes({ ...context, serve })
  changeRequestDeskRoutes({ ...context, serve })
  erasureDeskRoutes({ ...context, serve })
  futuresDeskRoutes({ ...context, serve })
  todayDeskRoutes({ ...context, serve, setups: configuredSystemsOf(context) })
  marketDeskRoutes({ ...context, serve })
  healthDeskRoutes({ ...context, serve, setups: configuredSystemsOf(context) })
  couponDeskRoutes({ ...context, serve, textsFor: (locale) => translator(locale, 'desk-coupons') })
  statisticsDeskRoutes({ ...context, serve })
  webhookDeskRoutes({ ...context, serve, allowsPrivate: context.config.allowsPrivateWebhooks })
  regulatedDeskRoutes({ ...context, serve })
  paymentDeskRoutes({ ...context, serve })
  providerReportRoutes({ ...context, serve })
  paymentHoldRoutes({ ...context, serve })
  offerDeskRoutes({ ...context, serve })
  priceRoutes({ ...context, serve })
  importDeskRoutes({
    ...context,
    serve,
    textsFor: (locale) => translator(locale, 'desk-integration'),
    reasonTextsFor: (locale) => createReasonTranslator(locale, messagesOf(locale).integration!.reasons as object),
  })
  jobDeskRoutes({
    ...context,
    serve,
    jobNamesFor: (locale) => (messagesOf(locale)['desk-jobs'] as { names: Record<string, string> }).names,
  })
  newsletterDeskRoutes({
    ...context,
    serve,
    addressOf: (request) => ownOrigin(request, context.config) + context.config.basePath,
    textsFor: (locale) => translator(locale, 'desk-newsletter'),
  })
  mailDeskRoutes({ ...context, serve, textsOf: mailTextsOf })
  leadDeskRoutes({
    ...context,
    serve,
    textsFor: (locale) => translator(locale, 'desk-leads'),
    decide: (decision) => decideApplicant(createContractingDeps(context), decision),
  })
  revisionDeskRoutes({ ...context, serve, textsFor: (locale) => translator(locale, 'desk-revisions') })
  debitReturnDeskRoutes({ ...context, serve, textsFor: (locale) => translator(locale, 'desk-debit-returns') })
  const debtTextsFor = (locale: Locale) => translator(locale, 'desk-collections')
  collectionDeskRoutes({ ...context, serve, textsFor: debtTextsFor })
  debtFileRoutes({ ...context, serve, textsFor: debtTextsFor })
  declarationDeskRoutes({ ...context, serve })
  billCheckDeskRoutes({ ...context, serve })
  correctionDeskRoutes({ ...context, serve })
}

/** Returns the kinds of changes that require approval by a second operator, each declared by its desk. */
function createApprovalKinds({ db, payments, settings, clock }: Context, { log }: FastifyInstance): AnyApprovalKind[] {
  const refund = refundApprovalKind({ db, platforms: payments, settings, clock, log })
  return [refund, priceApproval, regulatedPriceApproval, settingApprovalKind(settings), compensationApproval]
}
