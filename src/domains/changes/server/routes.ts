import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Locale } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { maskedIban } from '#vocabulary/iban.ts'
import { listAccounts, listChanges, withdrawChange } from '../api.ts'
import { findChanges } from './change-requests.ts'
import type { RequestPaper } from './documents/request-sheet.ts'
import { findContractToChange } from './find-contract.ts'
import { ibanRoutes } from './iban.ts'
import { powerRoutes } from './power.ts'
import { presentChange } from './present.ts'
import type { ValueWords } from './requested-value.ts'
import { revealRoutes } from './reveal-account.ts'
import { withdraw } from './settle.ts'
import { sipsRoutes } from './sips.ts'
import { findAccounts } from './store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** The words of the documents to sign. */
  documentWords: (locale: Locale) => RequestPaper['say']
  valueWords: (locale: Locale) => ValueWords
}

/** What the calls of each change work with. */
export type ChangeNeeds = Omit<Needs, 'documentWords' | 'valueWords'> & { paperIn: (locale: Locale) => RequestPaper }

export function changeRoutes({ documentWords, valueWords, ...needs }: Needs) {
  const { serve, db, settings, clock } = needs
  const paperIn = (locale: Locale): RequestPaper => {
    const { brand, organization } = settings.now()
    const look = brandOnPaper({ color: brand.color, name: organization.name, logo: null })
    return { locale, brand: look, retailer: organization, say: documentWords(locale) }
  }

  powerRoutes({ ...needs, paperIn })
  ibanRoutes({ ...needs, paperIn })
  sipsRoutes({ ...needs, paperIn })
  revealRoutes(needs)

  serve(listChanges, {
    find: ({ actor: { customerIds }, params }) => findContractToChange(db, { customerIds, name: params.contractName }),
    act: async ({ actor: { customerIds, locale }, subject: { contractId } }) => {
      const changes = await findChanges(db, { customerIds, contractId })
      return { items: changes.map((change) => presentChange(change, locale, valueWords(locale))) }
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
      if (!(await withdraw(db, { ...key, userId, now: clock() }))) throw refuse('change_not_waiting')
      return undefined
    },
  })

  serve(listAccounts, async ({ actor }) => {
    const accounts = await findAccounts(db, actor)
    return { items: accounts.map(({ id, iban }) => ({ id, printable_iban: maskedIban(iban) })) }
  })
}
