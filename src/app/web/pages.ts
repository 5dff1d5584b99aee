import { accessTokenPages } from '#domains/access-tokens/web/routes.ts'
import { accountPages } from '#domains/accounts/web/routes.ts'
import { batteryPages } from '#domains/batteries/web/routes.ts'
import { collectionPages } from '#domains/collections/web/routes.ts'
import { communicationPages } from '#domains/communications/web/routes.ts'
import { comparatorPages } from '#domains/comparators/web/routes.ts'
import { consentPages } from '#domains/consent/web/routes.ts'
import { consumptionAlertPages } from '#domains/consumption-alerts/web/routes.ts'
import { contractingPages } from '#domains/contracting/web/routes.ts'
import { contractPages } from '#domains/contracts/web/routes.ts'
import { dataSharingPages } from '#domains/data-sharing/web/routes.ts'
import { homePages } from '#domains/home/web/routes.ts'
import { invoiceDetailPages } from '#domains/invoice-details/web/routes.ts'
import { invoicePages } from '#domains/invoices/web/routes.ts'
import { messagePages } from '#domains/messages/web/routes.ts'
import { newsletterPages } from '#domains/newsletter/web/routes.ts'
import { powerCalculatorPages } from '#domains/power-calculator/web/routes.ts'
import { priceAlertPages } from '#domains/price-alerts/web/routes.ts'
import { profilePages } from '#domains/profile/web/routes.ts'
import { retailerPages } from '#domains/retailer/web/routes.ts'
import { revisionPages } from '#domains/revisions/web/routes.ts'
import { sessionPages } from '#domains/session/web/routes.ts'
import { signaturePages } from '#domains/signatures/web/routes.ts'
import { supportPages } from '#domains/support/web/routes.ts'
import { tariffOptionPages } from '#domains/tariff-options/web/routes.ts'
import type { Page } from '#kit/web/page.ts'

/** Every page of the portal. */
export const pages: readonly Page[] = [
  ...homePages,
  ...sessionPages,
  ...accountPages,
  ...profilePages,
  ...accessTokenPages,
  ...contractPages,
  ...contractingPages,
  ...batteryPages,
  ...tariffOptionPages,
  ...invoicePages,
  ...messagePages,
  ...communicationPages,
  ...newsletterPages,
  ...powerCalculatorPages,
  ...priceAlertPages,
  ...comparatorPages,
  ...signaturePages,
  ...supportPages,
  ...consentPages,
  ...retailerPages,
  ...revisionPages,
  ...collectionPages,
  ...invoiceDetailPages,
  ...dataSharingPages,
  ...consumptionAlertPages,
]
