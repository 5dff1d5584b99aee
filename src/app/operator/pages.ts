import { approvalDeskPages } from '#desks/approvals/web/routes.ts'
import { auditDeskPages } from '#desks/audit/web/routes.ts'
import { caseTypeDeskPages } from '#desks/case-types/web/routes.ts'
import { caseDeskPages } from '#desks/cases/web/routes.ts'
import { contentDeskPages } from '#desks/content/web/routes.ts'
import { couponDeskPages } from '#desks/coupons/web/routes.ts'
import { customerDeskPages } from '#desks/customers/web/routes.ts'
import { erasureDeskPages } from '#desks/erasures/web/routes.ts'
import { statisticsDeskPages } from '#desks/figures/web/routes.ts'
import { futuresDeskPages } from '#desks/futures/web/routes.ts'
import { healthDeskPages } from '#desks/health/web/routes.ts'
import { importDeskPages } from '#desks/imports/web/routes.ts'
import { jobDeskPages } from '#desks/jobs/web/routes.ts'
import { leadDeskPages } from '#desks/leads/web/routes.ts'
import { mailDeskPages } from '#desks/mails/web/routes.ts'
import { marketDeskPages } from '#desks/market/web/routes.ts'
import { newsletterDeskPages } from '#desks/newsletters/web/routes.ts'
import { offerDeskPages } from '#desks/offers/web/routes.ts'
import { operatorDeskPages } from '#desks/operators/web/routes.ts'
import { paymentDeskPages } from '#desks/payments/web/routes.ts'
import { regulatedDeskPages } from '#desks/regulated/web/routes.ts'
import { requestDeskPages } from '#desks/requests/web/routes.ts'
import { settingsDeskPages } from '#desks/settings/web/routes.ts'
import { todayDeskPages } from '#desks/today/web/routes.ts'
import { webhookDeskPages } from '#desks/webhooks/web/routes.ts'
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
]
