import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Locale } from '#kit/locale.ts'
import { parseFilter } from '#kit/server/parse-filter.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { listContractInfo, listContracts } from '../api.ts'
import { downloadAttachment, downloadContractReport } from '../downloads.ts'
import { contractFields, isConditions, searchWords } from '../rules.ts'
import { type ContractPaper, drawContract } from './contract-document.ts'
import { findContract } from './find-contract.ts'
import { mediaTypeOf } from './media-type.ts'
import { contractInfoAsJson, contractsAsJson, findAttachment } from './store.ts'

type Needs = {
  serve: Serve
  db: Database
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** The words of the document of a contract. */
  documentWords: (locale: Locale) => ContractPaper['say']
}

export function contractRoutes({ serve, db, files, settings, clock, documentWords }: Needs) {
  serve(listContractInfo, async ({ actor }) => new JsonText(await contractInfoAsJson(db, actor)))

  serve(listContracts, async ({ actor, query }, refuse) => {
    const { filter = '', initial, offset, limit, type: energy } = query
    const conditions = isConditions(filter) ? parseFilter(filter, contractFields) : []
    if (!conditions) throw refuse('filter_unknown')
    const page = await contractsAsJson(db, {
      customerIds: actor.customerIds,
      energy,
      words: isConditions(filter) ? [] : searchWords(filter),
      conditions,
      offset: initial ? 0 : offset,
      limit,
      decimalPoint: actor.locale === 'en' ? '.' : ',',
    })
    return new JsonText(page)
  })

  serve(downloadContractReport, {
    find: ({ actor: { customerIds }, params }) =>
      findContract(db, { customerIds, name: params.contractName, asOf: marketDayOf(clock(), 'Europe/Madrid') }),
    permit: (_contract, refuse) => {
      if (settings.now().features.disableDownloadContractReport) throw refuse('report_disabled')
    },
    act: async ({ actor: { locale }, subject }) => {
      const { brand, organization } = settings.now()
      const say = documentWords(locale)
      const paper = { locale, say, brand: brandOnPaper({ ...brand, name: organization.name, logo: null }) }
      return {
        content: await drawContract({ ...subject, retailer: organization }, paper),
        fileName: `${say('title', { name: subject.name, energy: subject.energy })}.pdf`,
        mediaType: 'application/pdf',
      }
    },
  })

  serve(downloadAttachment, {
    find: async ({ actor: { customerIds }, params: { attachmentID } }) =>
      /^\d{1,9}$/.test(attachmentID)
        ? findAttachment(db, { customerIds, attachmentId: Number(attachmentID) })
        : undefined,
    act: async ({ subject }) => {
      const content = await files.get(subject.file_key)
      if (!content) throw new Error(`The file of an attachment is missing: ${subject.file_key}`)
      return { content, fileName: subject.file_name, mediaType: mediaTypeOf(subject.file_name) }
    },
  })
}
