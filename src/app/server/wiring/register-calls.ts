import type { FastifyInstance, FastifyRequest } from 'fastify'
import { approvalDeskRoutes } from '#backoffice/approvals/server/routes.ts'
import { auditDeskRoutes } from '#backoffice/audit/server/routes.ts'
import { customerDeskRoutes } from '#backoffice/customers/server/routes.ts'
import { healthDeskRoutes } from '#backoffice/health/server/routes.ts'
import { jobDeskRoutes } from '#backoffice/jobs/server/routes.ts'
import { leadDeskRoutes } from '#backoffice/leads/server/routes.ts'
import { statisticsDeskRoutes } from '#backoffice/statistics/server/routes.ts'
import { todayDeskRoutes } from '#backoffice/today/server/routes.ts'
import { accountAccessRoutes } from '#domains/access-tokens/server/account-access-routes.ts'
import { accessTokenRoutes } from '#domains/access-tokens/server/routes.ts'
import type { AnyApprovalKind } from '#domains/approvals/server/approval-kind.ts'
import { batteryRoutes } from '#domains/batteries/server/routes.ts'
import { changeRequestDeskRoutes } from '#domains/changes/desk/server/routes.ts'
import { cadastralRoutes } from '#domains/changes/server/cadastral-routes.ts'
import type { RequestDocumentContext } from '#domains/changes/server/documents/request-document.ts'
import { changeRoutes } from '#domains/changes/server/routes.ts'
import { comparatorRoutes } from '#domains/comparators/server/routes.ts'
import { consumptionRoutes } from '#domains/consumption/server/routes.ts'
import { decideApplicant } from '#domains/contracting/server/decide-applicant.ts'
import { contractRoutes } from '#domains/contracts/server/routes.ts'
import { correspondenceRoutes } from '#domains/correspondence/server/routes.ts'
import { geoRoutes } from '#domains/geo/server/routes.ts'
import { importDeskRoutes } from '#domains/integration/desk/server/routes.ts'
import { createReasonTranslator } from '#domains/integration/server/reason-messages.ts'
import { registerIntegrationRoutes } from '#domains/integration/server/routes.ts'
import type { DueDateTranslate } from '#domains/invoices/server/due-dates.ts'
import { invoiceRoutes } from '#domains/invoices/server/routes.ts'
import { leadRoutes } from '#domains/leads/server/routes.ts'
import { mailDeskRoutes } from '#domains/messages/desk/server/routes.ts'
import { newsletterDeskRoutes } from '#domains/newsletter/desk/server/routes.ts'
import { newsletterRoutes } from '#domains/newsletter/server/routes.ts'
import { couponDeskRoutes } from '#domains/offers/desk/coupons/server/routes.ts'
import { marketDeskRoutes } from '#domains/offers/desk/market/server/routes.ts'
import { priceApproval } from '#domains/offers/desk/products/server/price-approval.ts'
import { priceRoutes } from '#domains/offers/desk/products/server/price-routes.ts'
import { offerDeskRoutes } from '#domains/offers/desk/products/server/routes.ts'
import { offerRoutes } from '#domains/offers/server/routes.ts'
import { contentDeskRoutes } from '#domains/operator/desk/content/server/routes.ts'
import { settingsDeskRoutes } from '#domains/operator/desk/settings/server/routes.ts'
import { settingApprovalKind } from '#domains/operator/desk/settings/server/setting-approval.ts'
import { operatorRoutes } from '#domains/operator/server/routes.ts'
import { operatorAccessRoutes } from '#domains/operators/desk/server/access-routes.ts'
import { operatorSignInRoutes } from '#domains/operators/desk/server/sign-in-routes.ts'
import { paymentHoldRoutes } from '#domains/payments/desk/server/payment-hold-routes.ts'
import { providerReportRoutes } from '#domains/payments/desk/server/provider-report-routes.ts'
import { refundApprovalKind } from '#domains/payments/desk/server/refund-approval.ts'
import { paymentDeskRoutes } from '#domains/payments/desk/server/routes.ts'
import { powerCalculatorRoutes } from '#domains/power-calculator/server/routes.ts'
import { futuresDeskRoutes } from '#domains/price-alerts/desk/server/routes.ts'
import { priceAlertRoutes } from '#domains/price-alerts/server/routes.ts'
import { erasureDeskRoutes } from '#domains/profile/desk/server/routes.ts'
import { ownDetailsRoutes } from '#domains/profile/server/own-details-routes.ts'
import { profileRoutes } from '#domains/profile/server/routes.ts'
import { regulatedPriceApproval } from '#domains/regulated-prices/desk/server/regulated-price-approval.ts'
import { regulatedDeskRoutes } from '#domains/regulated-prices/desk/server/routes.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { sessionRoutes } from '#domains/session/server/routes.ts'
import { supplyRegisterRoutes } from '#domains/supply-register/server/routes.ts'
import { caseTypeDeskRoutes } from '#domains/support/desk/case-types/server/routes.ts'
import { caseDeskRoutes } from '#domains/support/desk/cases/server/routes.ts'
import { supportRoutes } from '#domains/support/server/routes.ts'
import { tariffOptionRoutes } from '#domains/tariff-options/server/routes.ts'
import { uploadRoutes } from '#domains/uploads/server/routes.ts'
import { webhookDeskRoutes } from '#domains/webhooks/desk/server/routes.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { createNewsletterUrl } from '../forms/newsletter-forms.ts'
import { ownOrigin } from '../http/http-server.ts'
import { configuredSystemsOf } from '../process/outbound-health.ts'
import { messagesOf, translator } from '../texts/texts.ts'
import { mountAccounts } from './accounts.ts'
import type { Context } from './context.ts'
import { createContractingDeps, mountContracting } from './contracting.ts'
import { createInvoiceDocumentDeps } from './invoice-document-deps.ts'
import { mailTextsOf, mountMessages } from './mount-messages.ts'
import { createPayPermission, mountPayments } from './mount-payments.ts'
import { createEmailCodes, mountSignatures } from './mount-signatures.ts'
import { roleNames } from './role-names.ts'

export type CallsDeps = { serve: Serve; app: FastifyInstance; context: Context; actors: Actors }

/** Registers the calls of every domain. */
export function registerCalls({ serve, app, context, actors }: CallsDeps) {
  const { db, settings, sessionKeys, cookies, files, clock } = context

  accessTokenRoutes({ serve, db, clock })
  accountAccessRoutes({ serve, db, actors, allowsPasswords: () => context.openid.allowsPasswords(), clock })
  sessionRoutes({
    serve,
    app,
    basePath: context.config.basePath,
    actors,
    db,
    settings,
    sessionKeys,
    cookies,
    openid: context.openid,
    upstream: context.upstream,
    encryptionKeys: context.encryptionKeys,
    browserOriginOf: (request) => ({ origin: ownOrigin(request, context.config) }),
    newsletterUrlOf: (request, actor) => createNewsletterUrl(context, request, actor),
    clock,
  })
  operatorRoutes({ serve, db, settings, basePath: context.config.basePath })
  contractRoutes({
    serve,
    db,
    files,
    settings,
    clock,
    documentTranslatorFor: (locale) => translator(locale, 'contracts.document'),
  })
  changeRoutes({
    serve,
    db,
    files,
    settings,
    clock,
    documentTexts: (locale) => translator(locale, 'changes.document') as RequestDocumentContext['t'],
    valueTexts: (locale) => translator(locale, 'changes.values'),
  })
  cadastralRoutes({ serve, db, settings, clock })
  correspondenceRoutes({ serve, db, settings, clock })
  geoRoutes({ serve, db })
  priceAlertRoutes({ serve, db, settings, clock })
  powerCalculatorRoutes({
    serve,
    db,
    settings,
    cookies,
    clock,
    consentTextFor: (locale) => translator(locale, 'leads')('consent', { name: settings.now().organization.name }),
  })
  newsletterRoutes({ serve, db, settings, cookies, newsletterKeys: context.newsletterKeys, clock })
  supplyRegisterRoutes({ serve, db, clock })
  offerRoutes({ serve, db, settings, clock })
  comparatorRoutes({
    serve,
    db,
    files,
    settings,
    cookies,
    clock,
    translatorFor: (locale) => translator(locale, 'comparators.document'),
    consentTextFor: (locale) => translator(locale, 'leads')('consent', { name: settings.now().organization.name }),
  })
  leadRoutes({ serve, db })
  mountContracting({ serve, context })
  batteryRoutes({ serve, db, clock, translatorFor: (locale) => translator(locale, 'batteries') })
  consumptionRoutes({ serve, db, clock, translatorFor: (locale) => translator(locale, 'consumption') })
  profileRoutes({ serve, db, files, clock })
  ownDetailsRoutes({ serve, db, codes: createEmailCodes(context), clock })
  tariffOptionRoutes({
    serve,
    db,
    settings,
    clock,
    weekdayName: (weekday, locale) => translator(locale, 'tariff-options.weekdays')(String(weekday)),
  })
  invoiceRoutes({
    serve,
    db,
    documents: createInvoiceDocumentDeps(context),
    paymentEnabled: createPayPermission(context),
    transfers: () => {
      const { account, accountPerInvoice } = settings.now().payment.transfer
      return { hasAccount: account !== '', accountPerInvoice }
    },
    calendarTranslatorFor: (locale) => translator(locale, 'invoices.document.calendar') as DueDateTranslate,
    clock,
    maxContracts: () => settings.now().invoices.chart.maxContracts,
    stateLabelsFor: (locale) => messagesOf(locale).invoices!.pendingStates as Record<string, string>,
  })
  registerIntegrationRoutes({ app, db, files, clock, basePath: context.config.basePath })
  uploadRoutes({ serve, db, files, settings, clock })
  const valueWords = (locale: Locale) => translator(locale, 'changes.values')
  supportRoutes({ serve, db, files, settings, clock, valueTextsFor: valueWords })
  mountPayments({ serve, app, context, actors })
  mountSignatures({ serve, context, actors })
  mountMessages({ serve, app, context, actors })
  mountAccounts({ serve, context, actors })
  registerDeskCalls({ serve, app, context, actors })
}

/** Registers the calls of the back office. */
function registerDeskCalls({ serve, app, context, actors }: CallsDeps) {
  const browserOriginOf = (request: FastifyRequest) => ({ origin: ownOrigin(request, context.config) })
  operatorSignInRoutes({ ...context, serve, actors, locationOf: browserOriginOf })
  operatorAccessRoutes({ ...context, serve, actors, roleNames })
  customerDeskRoutes({ ...context, serve })
  approvalDeskRoutes({ ...context, serve, kinds: createApprovalKinds(context, app) })
  auditDeskRoutes({ ...context, serve })
  contentDeskRoutes({ ...context, serve, basePath: context.config.basePath })
  settingsDeskRoutes({ ...context, serve, allowsPrivate: context.config.allowsPrivate })
  caseTypeDeskRoutes({ ...context, serve })
  caseDeskRoutes({ ...context, serve })
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
}

/** Returns the kinds of changes that require approval by a second operator, each declared by its desk. */
function createApprovalKinds({ db, payments, settings, clock }: Context, { log }: FastifyInstance): AnyApprovalKind[] {
  const refund = refundApprovalKind({ db, platforms: payments, settings, clock, log })
  return [refund, priceApproval, regulatedPriceApproval, settingApprovalKind(settings)]
}
