import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { ValueTexts } from '#domains/changes/server/requested-value.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { callBackRoutes } from './call-back-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import type { ReceiptContext } from './draw-receipt.ts'
import { linkedCaseRoutes } from './linked-case-routes.ts'
import { ownCaseRoutes } from './own-case-routes.ts'
import { requestRoutes } from './request-routes.ts'
import { supervisorRoutes } from './supervisor-routes.ts'
import { unrequestedSwitchRoutes } from './unrequested-switch-routes.ts'

export type SupportRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Sign the links to a case in mails. */
  sessionKeys: KeyRing
  /** Returns the texts for the values of changes in a language. */
  valueTextsFor: (locale: Locale) => ValueTexts
  /** Returns the texts of receipts in a language. */
  receiptTextsFor: (locale: Locale) => ReceiptContext['t']
  /** Returns the texts of cases about a switch that nobody asked for. */
  unrequestedTextsFor: (locale: Locale) => (key: string, values?: Record<string, string>) => string
}

/** Registers the calls of claims and requests. */
export function supportRoutes(deps: SupportRouteDeps) {
  claimRoutes(deps)
  requestRoutes(deps)
  ownCaseRoutes(deps)
  callBackRoutes(deps)
  supervisorRoutes(deps)
  linkedCaseRoutes(deps)
  unrequestedSwitchRoutes(deps)
}
