import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { listAccounts, listChanges, withdrawChange } from '../api.ts'
import { findChanges } from './change-requests.ts'
import { withdrawChangeRequest } from './complete-change.ts'
import { findAccounts } from './contract-terms-store.ts'
import { findContractToChange } from './contract-to-change.ts'
import type { RequestDocumentContext } from './documents/request-document.ts'
import { ibanRoutes } from './iban-routes.ts'
import { paymentMeansRoutes } from './payment-means-routes.ts'
import { powerRoutes } from './power-routes.ts'
import { presentChange } from './present-change.ts'
import type { ValueTexts } from './requested-value.ts'
import { revealRoutes } from './reveal-account-routes.ts'
import { sipsRoutes } from './sips-routes.ts'

type ChangesDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Returns the texts of the documents to sign. */
  documentTexts: (locale: Locale) => RequestDocumentContext['t']
  valueTexts: (locale: Locale) => ValueTexts
}

/** The dependencies of the calls of each change. */
export type ChangeRouteDeps = Omit<ChangesDeps, 'documentTexts' | 'valueTexts'> & {
  documentContextFor: (locale: Locale) => RequestDocumentContext
}

export function changeRoutes({ documentTexts, valueTexts, ...deps }: ChangesDeps) {
  const { serve, db, settings, clock } = deps
  const documentContextFor = (locale: Locale): RequestDocumentContext => {
    const { brand, organization } = settings.now()
    const brandOptions = deriveDocumentBrand({ color: brand.color, name: organization.name, logo: null })
    return { locale, brand: brandOptions, retailer: organization, t: documentTexts(locale) }
  }

  powerRoutes({ ...deps, documentContextFor })
  ibanRoutes({ ...deps, documentContextFor })
  paymentMeansRoutes(deps)
  sipsRoutes({ ...deps, documentContextFor })
  revealRoutes(deps)

  serve(listChanges, {
    find: ({ actor: { customerIds }, params }) => findContractToChange(db, { customerIds, name: params.contractName }),
    act: async ({ actor: { customerIds, locale }, subject: { contractId } }) => {
      const changes = await findChanges(db, { customerIds, contractId })
      return { items: changes.map((change) => presentChange(change, locale, valueTexts(locale))) }
    },
  })

  serve(withdrawChange, {
    find: async ({ actor: { customerIds }, params: { contractName, changeId } }) => {
      const contract = await findContractToChange(db, { customerIds, name: contractName })
      if (!contract) return undefined
      const changes = await findChanges(db, { customerIds, contractId: contract.contractId })
      return changes.find(({ change_request_id: id }) => String(id) === changeId)
    },
    act: async ({ actor: { userId }, subject }, refuse) => {
      const key = { customerId: subject.customer_id, changeRequestId: subject.change_request_id }
      if (!(await withdrawChangeRequest(db, { ...key, userId, now: clock() }))) throw refuse('change_not_waiting')
      return undefined
    },
  })

  serve(listAccounts, async ({ actor }) => {
    const accounts = await findAccounts(db, actor)
    return { items: accounts.map(({ id, iban }) => ({ id, printable_iban: maskIban(iban) })) }
  })
}
