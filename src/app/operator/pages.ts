import { approvalDeskPages } from '#backoffice/approvals/web/routes.ts'
import { auditDeskPages } from '#backoffice/audit/web/routes.ts'
import { customerDeskPages } from '#backoffice/customers/web/routes.ts'
import { healthDeskPages } from '#backoffice/health/web/routes.ts'
import { jobDeskPages } from '#backoffice/jobs/web/routes.ts'
import { leadDeskPages } from '#backoffice/leads/web/routes.ts'
import { statisticsDeskPages } from '#backoffice/statistics/web/routes.ts'
import { todayDeskPages } from '#backoffice/today/web/routes.ts'
import { correctionDeskPages } from '#domains/bill-checks/desk/corrections/web/routes.ts'
import { billCheckDeskPages } from '#domains/bill-checks/desk/web/routes.ts'
import { requestDeskPages } from '#domains/changes/desk/web/routes.ts'
import { declarationDeskPages } from '#domains/collections/desk/declarations/web/routes.ts'
import { collectionDeskPages } from '#domains/collections/desk/web/routes.ts'
import { switchDeskPages } from '#domains/contracting/desk/switches/web/routes.ts'
import { debitReturnDeskPages } from '#domains/debit-returns/desk/web/routes.ts'
import { compensationDeskPages } from '#domains/duties/desk/compensations/web/routes.ts'
import { dutyDeskPages } from '#domains/duties/desk/duties/web/routes.ts'
import { holidayDeskPages } from '#domains/duties/desk/holidays/web/routes.ts'
import { normDeskPages } from '#domains/duties/desk/norms/web/routes.ts'
import { importDeskPages } from '#domains/integration/desk/web/routes.ts'
import { mailDeskPages } from '#domains/messages/desk/web/routes.ts'
import { newsletterDeskPages } from '#domains/newsletter/desk/web/routes.ts'
import { couponDeskPages } from '#domains/offers/desk/coupons/web/routes.ts'
import { marketDeskPages } from '#domains/offers/desk/market/web/routes.ts'
import { offerDeskPages } from '#domains/offers/desk/products/web/routes.ts'
import { operatorDeskPages } from '#domains/operators/desk/web/routes.ts'
import { paymentDeskPages } from '#domains/payments/desk/web/routes.ts'
import { futuresDeskPages } from '#domains/price-alerts/desk/web/routes.ts'
import { erasureDeskPages } from '#domains/profile/desk/web/routes.ts'
import { regulatedDeskPages } from '#domains/regulated-prices/desk/web/routes.ts'
import { contentDeskPages } from '#domains/retailer/desk/content/web/routes.ts'
import { settingsDeskPages } from '#domains/retailer/desk/settings/web/routes.ts'
import { revisionDeskPages } from '#domains/revisions/desk/web/routes.ts'
import { caseTypeDeskPages } from '#domains/support/desk/case-types/web/routes.ts'
import { caseDeskPages } from '#domains/support/desk/cases/web/routes.ts'
import { webhookDeskPages } from '#domains/webhooks/desk/web/routes.ts'
import type { Page } from '#kit/web/page.ts'

/** Every page of the back office. */
export const pages: readonly Page[] = [
  ...approvalDeskPages,
  ...auditDeskPages,
  ...operatorDeskPages,
  ...todayDeskPages,
  ...customerDeskPages,
  ...caseDeskPages,
  ...caseTypeDeskPages,
  ...dutyDeskPages,
  ...compensationDeskPages,
  ...normDeskPages,
  ...holidayDeskPages,
  ...requestDeskPages,
  ...leadDeskPages,
  ...erasureDeskPages,
  ...importDeskPages,
  ...jobDeskPages,
  ...mailDeskPages,
  ...newsletterDeskPages,
  ...offerDeskPages,
  ...paymentDeskPages,
  ...regulatedDeskPages,
  ...statisticsDeskPages,
  ...couponDeskPages,
  ...healthDeskPages,
  ...marketDeskPages,
  ...futuresDeskPages,
  ...contentDeskPages,
  ...settingsDeskPages,
  ...webhookDeskPages,
  ...revisionDeskPages,
  ...debitReturnDeskPages,
  ...switchDeskPages,
  ...collectionDeskPages,
  ...declarationDeskPages,
  ...billCheckDeskPages,
  ...correctionDeskPages,
]
