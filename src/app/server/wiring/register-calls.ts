import type { FastifyInstance } from 'fastify'
import { accountAccessRoutes } from '#domains/access-tokens/server/account-access-routes.ts'
import { accessTokenRoutes } from '#domains/access-tokens/server/routes.ts'
import { batteryRoutes } from '#domains/batteries/server/routes.ts'
import { billCheckRoutes } from '#domains/bill-checks/server/routes.ts'
import { billForecastRoutes } from '#domains/bill-forecasts/server/routes.ts'
import { cadastralRoutes } from '#domains/changes/server/cadastral-routes.ts'
import type { RequestDocumentContext } from '#domains/changes/server/documents/request-document.ts'
import { changeRoutes } from '#domains/changes/server/routes.ts'
import { comparatorRoutes } from '#domains/comparators/server/routes.ts'
import { consumptionRoutes } from '#domains/consumption/server/routes.ts'
import { consumptionAlertRoutes } from '#domains/consumption-alerts/server/routes.ts'
import { contractRoutes } from '#domains/contracts/server/routes.ts'
import { correspondenceRoutes } from '#domains/correspondence/server/routes.ts'
import { recordOwnDataAccess } from '#domains/data-sharing/server/own-data-store.ts'
import { dataSharingRoutes } from '#domains/data-sharing/server/routes.ts'
import { debitReturnRoutes } from '#domains/debit-returns/server/routes.ts'
import { ownDutyRoutes } from '#domains/duties/server/routes.ts'
import { geoRoutes } from '#domains/geo/server/routes.ts'
import { registerIntegrationRoutes } from '#domains/integration/server/routes.ts'
import { invoiceDetailRoutes } from '#domains/invoice-details/server/routes.ts'
import type { DueDateTranslate } from '#domains/invoices/server/due-dates.ts'
import { invoiceRoutes } from '#domains/invoices/server/routes.ts'
import { leadRoutes } from '#domains/leads/server/routes.ts'
import { newsletterRoutes } from '#domains/newsletter/server/routes.ts'
import { createNewsletterUrl } from '#domains/newsletter/server/signed-visits.ts'
import { offerRoutes } from '#domains/offers/server/routes.ts'
import { powerCalculatorRoutes } from '#domains/power-calculator/server/routes.ts'
import { priceAlertRoutes } from '#domains/price-alerts/server/routes.ts'
import { ownDetailsRoutes } from '#domains/profile/server/own-details-routes.ts'
import { profileRoutes } from '#domains/profile/server/routes.ts'
import { retailerRoutes } from '#domains/retailer/server/routes.ts'
import { sessionRoutes } from '#domains/session/server/routes.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { supplyRegisterRoutes } from '#domains/supply-register/server/routes.ts'
import { supportRoutes } from '#domains/support/server/routes.ts'
import { tariffOptionRoutes } from '#domains/tariff-options/server/routes.ts'
import { uploadRoutes } from '#domains/uploads/server/routes.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import { messagesOf, translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import { createInvoiceDocumentDeps } from './invoice-document-deps.ts'
import { mountAccounts } from './mount-accounts.ts'
import { mountCollections } from './mount-collections.ts'
import { mountContracting } from './mount-contracting.ts'
import { mountMessages } from './mount-messages.ts'
import { createPayPermission, mountPayments } from './mount-payments.ts'
import { mountRevisions } from './mount-revisions.ts'
import { createEmailCodes, mountSignatures } from './mount-signatures.ts'
import { registerDeskCalls } from './register-desk-calls.ts'

export type CallsDeps = { serve: Serve; app: FastifyInstance; context: Context; actors: Actors }

/** Registers the calls of every domain. */
export function registerCalls(deps: CallsDeps) {
  registerAccountCalls(deps)
  registerContractCalls(deps)
  registerBillingCalls(deps)
  registerSalesCalls(deps)
  registerSharedCalls(deps)
  registerDeskCalls(deps)
}

/** Registers the calls of a user's access to their account, and of their personal data. */
function registerAccountCalls({ serve, app, context, actors }: CallsDeps) {
  const { config, db, settings, sessionKeys, cookies, files, clock } = context
  accessTokenRoutes({ serve, db, clock })
  accountAccessRoutes({ serve, db, actors, allowsPasswords: () => context.openid.allowsPasswords(), clock })
  sessionRoutes({
    serve,
    app,
    basePath: config.basePath,
    actors,
    db,
    settings,
    sessionKeys,
    cookies,
    openid: context.openid,
    upstream: context.upstream,
    moveSignatures: context.moveSignatures,
    encryptionKeys: context.encryptionKeys,
    browserOriginOf: (request) => ({ origin: ownOrigin(request, config) }),
    newsletterUrlOf: (request, actor) =>
      createNewsletterUrl({ ...context, portalUrl: ownOrigin(request, config) + config.basePath }, actor),
    clock,
  })
  mountAccounts({ serve, context, actors })
  profileRoutes({ serve, db, files, clock })
  ownDutyRoutes({ serve, db, clock })
  ownDetailsRoutes({ serve, db, codes: createEmailCodes(context), clock })
}

/** Registers the calls of contracts and their changes. */
function registerContractCalls({ serve, context, actors }: CallsDeps) {
  const { db, settings, files, clock } = context
  const valueTexts = (locale: Locale) => translator(locale, 'changes.values')
  contractRoutes({
    serve,
    db,
    files,
    settings,
    clock,
    documentTranslatorFor: (locale) => translator(locale, 'contracts.document'),
    careTextsFor: (locale) => translator(locale, 'retailer.care'),
  })
  changeRoutes({
    serve,
    db,
    files,
    settings,
    clock,
    documentTexts: (locale) => translator(locale, 'changes.document') as RequestDocumentContext['t'],
    valueTexts,
  })
  cadastralRoutes({ serve, db, settings, clock })
  mountSignatures({ serve, context, actors })
  correspondenceRoutes({ serve, db, settings, clock })
  batteryRoutes({ serve, db, clock, translatorFor: (locale) => translator(locale, 'batteries') })
  consumptionRoutes({ serve, db, clock, translatorFor: (locale) => translator(locale, 'consumption') })
  tariffOptionRoutes({
    serve,
    db,
    settings,
    clock,
    weekdayName: (weekday, locale) => translator(locale, 'tariff-options.weekdays')(String(weekday)),
  })
  supportRoutes({
    ...{ serve, db, files, settings, clock, sessionKeys: context.sessionKeys, valueTextsFor: valueTexts },
    receiptTextsFor: (locale) => translator(locale, 'support.receipt'),
    unrequestedTextsFor: (locale) => translator(locale, 'support.unrequested.case'),
  })
}

/** Registers the calls of invoices and their payment. */
function registerBillingCalls({ serve, app, context, actors }: CallsDeps) {
  const { db, settings, clock } = context
  const listedInvoices = {
    paymentEnabled: createPayPermission(context),
    transfers: () => {
      const { account, accountPerInvoice } = settings.now().payment.transfer
      return { hasAccount: account !== '', accountPerInvoice }
    },
    stateLabelsFor: (locale: Locale) => messagesOf(locale).invoices!.pendingStates as Record<string, string>,
  }
  invoiceRoutes({
    ...listedInvoices,
    serve,
    db,
    documents: createInvoiceDocumentDeps(context),
    onHoursTaken: (invoice) => recordOwnDataAccess(db, { ...invoice, now: clock() }),
    calendarTranslatorFor: (locale) => translator(locale, 'invoices.document.calendar') as DueDateTranslate,
    clock,
    maxContracts: () => settings.now().invoices.chart.maxContracts,
  })
  invoiceDetailRoutes({ ...listedInvoices, serve, db, clock, documents: createInvoiceDocumentDeps(context) })
  mountPayments({ serve, app, context, actors })
}

/** Registers the calls of visitors who look for a contract. */
function registerSalesCalls({ serve, context }: CallsDeps) {
  const { db, settings, cookies, files, clock } = context
  const consentTextFor = (locale: Locale) =>
    translator(locale, 'leads')('consent', { name: settings.now().organization.name })
  offerRoutes({ serve, db, settings, clock })
  supplyRegisterRoutes({ serve, db, clock })
  powerCalculatorRoutes({ serve, db, settings, cookies, clock, consentTextFor })
  comparatorRoutes({
    serve,
    db,
    files,
    settings,
    cookies,
    clock,
    translatorFor: (locale) => translator(locale, 'comparators.document'),
    consentTextFor,
  })
  leadRoutes({ serve, db })
  mountContracting({ serve, context })
  priceAlertRoutes({ serve, db, settings, clock })
  newsletterRoutes({ serve, db, settings, cookies, newsletterKeys: context.newsletterKeys, clock })
}

/** Registers what several domains use, and the calls of the retailer's other systems. */
function registerSharedCalls({ serve, app, context, actors }: CallsDeps) {
  const { config, db, settings, files, clock } = context
  retailerRoutes({ serve, db, settings, basePath: config.basePath })
  geoRoutes({ serve, db })
  uploadRoutes({ serve, db, files, settings, clock })
  mountMessages({ serve, app, context, actors })
  registerIntegrationRoutes({ app, db, files, clock, basePath: config.basePath })
  mountRevisions({ serve, context })
  debitReturnRoutes({ serve, db })
  mountCollections({ serve, context })
  billCheckRoutes({ serve, db, clock })
  dataSharingRoutes({ serve, db, clock, texts: (locale) => translator(locale, 'data-sharing') })
  billForecastRoutes({ serve, db, clock })
  consumptionAlertRoutes({ serve, db, clock, sessionKeys: context.sessionKeys })
}
