import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyApprovalKind } from '#desks/approvals/server/approval-kind.ts'
import { approvalDeskRoutes } from '#desks/approvals/server/routes.ts'
import { auditDeskRoutes } from '#desks/audit/server/routes.ts'
import { caseTypeDeskRoutes } from '#desks/case-types/server/routes.ts'
import { caseDeskRoutes } from '#desks/cases/server/routes.ts'
import { contentDeskRoutes } from '#desks/content/server/routes.ts'
import { couponDeskRoutes } from '#desks/coupons/server/routes.ts'
import { customerDeskRoutes } from '#desks/customers/server/routes.ts'
import { erasureDeskRoutes } from '#desks/erasures/server/routes.ts'
import { figureDeskRoutes } from '#desks/figures/server/routes.ts'
import { futuresDeskRoutes } from '#desks/futures/server/routes.ts'
import { healthDeskRoutes } from '#desks/health/server/routes.ts'
import { importDeskRoutes } from '#desks/imports/server/routes.ts'
import { jobDeskRoutes } from '#desks/jobs/server/routes.ts'
import { leadDeskRoutes } from '#desks/leads/server/routes.ts'
import { mailDeskRoutes } from '#desks/mails/server/routes.ts'
import { marketDeskRoutes } from '#desks/market/server/routes.ts'
import { newsletterDeskRoutes } from '#desks/newsletters/server/routes.ts'
import { priceApproval } from '#desks/offers/server/price-approval.ts'
import { priceRoutes } from '#desks/offers/server/price-routes.ts'
import { offerDeskRoutes } from '#desks/offers/server/routes.ts'
import { operatorAccessRoutes } from '#desks/operators/server/access-routes.ts'
import { operatorEntryRoutes } from '#desks/operators/server/routes.ts'
import { holdDeskRoutes } from '#desks/payments/server/hold-routes.ts'
import { refundApproval } from '#desks/payments/server/refund-approval.ts'
import { reportDeskRoutes } from '#desks/payments/server/report-routes.ts'
import { paymentDeskRoutes } from '#desks/payments/server/routes.ts'
import { figureApproval } from '#desks/regulated/server/figure-approval.ts'
import { regulatedDeskRoutes } from '#desks/regulated/server/routes.ts'
import { requestDeskRoutes } from '#desks/requests/server/routes.ts'
import { settingsDeskRoutes } from '#desks/settings/server/routes.ts'
import { settingApproval } from '#desks/settings/server/setting-approval.ts'
import { todayDeskRoutes } from '#desks/today/server/routes.ts'
import { webhookDeskRoutes } from '#desks/webhooks/server/routes.ts'
import { accountAccessRoutes } from '#domains/access-tokens/server/account-access-routes.ts'
import { accessTokenRoutes } from '#domains/access-tokens/server/routes.ts'
import { batteryRoutes } from '#domains/batteries/server/routes.ts'
import { cadastralRoutes } from '#domains/changes/server/cadastral-routes.ts'
import type { RequestPaper } from '#domains/changes/server/documents/request-sheet.ts'
import { changeRoutes } from '#domains/changes/server/routes.ts'
import { comparatorRoutes } from '#domains/comparators/server/routes.ts'
import { consumptionRoutes } from '#domains/consumption/server/routes.ts'
import { decideApplicant } from '#domains/contracting/server/decide-applicant.ts'
import { contractRoutes } from '#domains/contracts/server/routes.ts'
import { correspondenceRoutes } from '#domains/correspondence/server/routes.ts'
import { geoRoutes } from '#domains/geo/server/routes.ts'
import { reasonWords } from '#domains/integration/server/reason-words.ts'
import { integrationRoutes } from '#domains/integration/server/routes.ts'
import type { DueDateWords } from '#domains/invoices/server/due-dates.ts'
import { invoiceRoutes } from '#domains/invoices/server/routes.ts'
import { leadRoutes } from '#domains/leads/server/routes.ts'
import { newsletterRoutes } from '#domains/newsletter/server/routes.ts'
import { offerRoutes } from '#domains/offers/server/routes.ts'
import { operatorRoutes } from '#domains/operator/server/routes.ts'
import { powerCalculatorRoutes } from '#domains/power-calculator/server/routes.ts'
import { priceAlertRoutes } from '#domains/price-alerts/server/routes.ts'
import { detailRoutes } from '#domains/profile/server/details-routes.ts'
import { profileRoutes } from '#domains/profile/server/routes.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { sessionRoutes } from '#domains/session/server/routes.ts'
import { supplyRegisterRoutes } from '#domains/supply-register/server/routes.ts'
import { supportRoutes } from '#domains/support/server/routes.ts'
import { tariffOptionRoutes } from '#domains/tariff-options/server/routes.ts'
import { uploadRoutes } from '#domains/uploads/server/routes.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
import { mountAccounts } from './accounts.ts'
import type { Context } from './context.ts'
import { contractingDeps, mountContracting } from './contracting.ts'
import { ownOrigin } from './http.ts'
import { invoiceDocuments } from './invoice-documents.ts'
import { mailTexts, mountMessages } from './messages.ts'
import { newsletterUrlOf } from './newsletters.ts'
import { setUpsOf } from './outside-health.ts'
import { mayPay, mountPayments } from './payments.ts'
import { roleNames } from './role-names.ts'
import { emailCodes, mountSignatures } from './signatures.ts'
import { messagesOf, translator } from './texts.ts'

export type DomainNeeds = { serve: Serve; app: FastifyInstance; context: Context; actors: Actors }

/** Mounts every domain's calls. */
export function calls({ serve, app, context, actors }: DomainNeeds) {
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
    sealingKeys: context.sealingKeys,
    placeOf: (request) => ({ origin: ownOrigin(request, context.config) }),
    newsletterUrlOf: (request, actor) => newsletterUrlOf(context, request, actor),
    clock,
  })
  operatorRoutes({ serve, db, settings, basePath: context.config.basePath })
  contractRoutes({
    serve,
    db,
    files,
    settings,
    clock,
    documentWords: (locale) => translator(locale, 'contracts.document'),
  })
  changeRoutes({
    serve,
    db,
    files,
    settings,
    clock,
    documentWords: (locale) => translator(locale, 'changes.document') as RequestPaper['say'],
    valueWords: (locale) => translator(locale, 'changes.values'),
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
    consentWords: (locale) => translator(locale, 'leads')('consent', { name: settings.now().organization.name }),
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
    words: (locale) => translator(locale, 'comparators.document'),
    consentWords: (locale) => translator(locale, 'leads')('consent', { name: settings.now().organization.name }),
  })
  leadRoutes({ serve, db })
  mountContracting({ serve, context })
  batteryRoutes({ serve, db, clock, words: (locale) => translator(locale, 'batteries') })
  consumptionRoutes({ serve, db, clock, words: (locale) => translator(locale, 'consumption') })
  profileRoutes({ serve, db, files, clock })
  detailRoutes({ serve, db, codes: emailCodes(context), clock })
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
    documents: invoiceDocuments(context),
    paymentEnabled: mayPay(context),
    transfers: () => {
      const { account, accountPerInvoice } = settings.now().payment.transfer
      return { hasAccount: account !== '', accountPerInvoice }
    },
    calendarWords: (locale) => translator(locale, 'invoices.document.calendar') as DueDateWords,
    clock,
    maxContracts: () => settings.now().invoices.chart.maxContracts,
    stateWords: (locale) => messagesOf(locale).invoices!.pendingStates as Record<string, string>,
  })
  integrationRoutes({ app, db, files, clock, basePath: context.config.basePath })
  uploadRoutes({ serve, db, files, settings, clock })
  const valueWords = (locale: Locale) => translator(locale, 'changes.values')
  supportRoutes({ serve, db, files, settings, clock, valueWords })
  mountPayments({ serve, app, context, actors })
  mountSignatures({ serve, context, actors })
  mountMessages({ serve, app, context, actors })
  mountAccounts({ serve, context, actors })
  desks({ serve, app, context, actors })
}

/** Mounts the calls of the operator's area. */
function desks({ serve, app, context, actors }: DomainNeeds) {
  const placeOf = (request: FastifyRequest) => ({ origin: ownOrigin(request, context.config) })
  operatorEntryRoutes({ ...context, serve, actors, placeOf })
  operatorAccessRoutes({ ...context, serve, actors, roleNames })
  customerDeskRoutes({ ...context, serve })
  approvalDeskRoutes({ ...context, serve, kinds: approvalKindsOf(context, app) })
  auditDeskRoutes({ ...context, serve })
  contentDeskRoutes({ ...context, serve, basePath: context.config.basePath })
  settingsDeskRoutes({ ...context, serve, allowsPrivate: context.config.allowsPrivate })
  caseTypeDeskRoutes({ ...context, serve })
  caseDeskRoutes({ ...context, serve })
  requestDeskRoutes({ ...context, serve })
  erasureDeskRoutes({ ...context, serve })
  futuresDeskRoutes({ ...context, serve })
  todayDeskRoutes({ ...context, serve, setUps: setUpsOf(context) })
  marketDeskRoutes({ ...context, serve })
  healthDeskRoutes({ ...context, serve, setUps: setUpsOf(context) })
  couponDeskRoutes({ ...context, serve, wordsOf: (locale) => translator(locale, 'desk-coupons') })
  figureDeskRoutes({ ...context, serve })
  webhookDeskRoutes({ ...context, serve, allowsPrivate: context.config.allowsPrivateWebhooks })
  regulatedDeskRoutes({ ...context, serve })
  paymentDeskRoutes({ ...context, serve })
  reportDeskRoutes({ ...context, serve })
  holdDeskRoutes({ ...context, serve })
  offerDeskRoutes({ ...context, serve })
  priceRoutes({ ...context, serve })
  importDeskRoutes({
    ...context,
    serve,
    wordsOf: (locale) => translator(locale, 'desk-imports'),
    reasonsOf: (locale) => reasonWords(locale, messagesOf(locale).integration!.reasons as object),
  })
  jobDeskRoutes({
    ...context,
    serve,
    wordsOf: (locale) => (messagesOf(locale)['desk-jobs'] as { names: Record<string, string> }).names,
  })
  newsletterDeskRoutes({
    ...context,
    serve,
    addressOf: (request) => ownOrigin(request, context.config) + context.config.basePath,
    wordsOf: (locale) => translator(locale, 'desk-newsletters'),
  })
  mailDeskRoutes({ ...context, serve, textsOf: mailTexts })
  leadDeskRoutes({
    ...context,
    serve,
    wordsOf: (locale) => translator(locale, 'desk-leads'),
    decide: (decision) => decideApplicant(contractingDeps(context), decision),
  })
}

/** What needs a second operator, each stated by the desk it comes from. */
function approvalKindsOf({ db, payments, settings, clock }: Context, { log }: FastifyInstance): AnyApprovalKind[] {
  const refund = refundApproval({ db, platforms: payments, settings, clock, log })
  return [refund, priceApproval, figureApproval, settingApproval(settings)]
}
