import type { Database } from '#db/database.ts'
import { type CareTexts, careFactsOf } from '#domains/retailer/care-facts.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { parseId } from '#kit/parse-id.ts'
import { parseFilter } from '#kit/server/parse-filter.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { listAgreedDates, listContractInfo, listContracts } from '../api.ts'
import { downloadAttachment, downloadContractReport } from '../downloads.ts'
import { contractFields, isConditionFilter, splitSearchTerms } from '../rules.ts'
import { type ContractReportContext, drawContract } from './draw-contract.ts'
import { findAgreedDates } from './find-agreed-dates.ts'
import { findContract } from './find-contract.ts'
import { mediaTypeOf } from './media-type.ts'
import { findAttachment, listContractInfoAsJson, listContractsAsJson } from './store.ts'

type ContractRouteDeps = {
  serve: Serve
  db: Database
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Returns the texts of the contract document. */
  documentTranslatorFor: (locale: Locale) => ContractReportContext['t']
  /** Returns the texts about customer care in a language. */
  careTextsFor: (locale: Locale) => CareTexts
}

export function contractRoutes({
  serve,
  db,
  files,
  settings,
  clock,
  documentTranslatorFor,
  careTextsFor,
}: ContractRouteDeps) {
  serve(listContractInfo, async ({ actor }) => new JsonText(await listContractInfoAsJson(db, actor)))

  serve(listContracts, async ({ actor, query }, refuse) => {
    const { filter = '', initial, offset, limit, type: energy } = query
    const conditions = isConditionFilter(filter) ? parseFilter(filter, contractFields) : []
    if (!conditions) throw refuse('filter_unknown')
    const page = await listContractsAsJson(db, {
      customerIds: actor.customerIds,
      energy,
      searchTerms: isConditionFilter(filter) ? [] : splitSearchTerms(filter),
      conditions,
      offset: initial ? 0 : offset,
      limit,
      decimalPoint: actor.locale === 'en' ? '.' : ',',
    })
    return new JsonText(page)
  })

  serve(listAgreedDates, ({ actor: { customerIds }, query: { contract } }) =>
    findAgreedDates(db, { customerIds, name: contract, now: clock() }),
  )

  serve(downloadContractReport, {
    find: ({ actor: { customerIds }, params }) =>
      findContract(db, { customerIds, name: params.contractName, asOf: marketDayOf(clock(), 'Europe/Madrid') }),
    permit: (_contract, refuse) => {
      if (settings.now().features.disableDownloadContractReport) throw refuse('report_disabled')
    },
    act: async ({ actor: { locale }, subject }) => {
      const { brand, organization, care } = settings.now()
      const t = documentTranslatorFor(locale)
      const context = {
        ...{ locale, t, care: careFactsOf({ organization, care }, careTextsFor(locale)) },
        brand: deriveDocumentBrand({ ...brand, name: organization.name, logo: null }),
      }
      return {
        content: await drawContract({ ...subject, retailer: organization }, context),
        fileName: `${t('title', { name: subject.name, energy: subject.energy })}.pdf`,
        mediaType: 'application/pdf',
      }
    },
  })

  serve(downloadAttachment, {
    find: async ({ actor: { customerIds }, params }) => {
      const attachmentId = parseId(params.attachmentID)
      return attachmentId === undefined ? undefined : findAttachment(db, { customerIds, attachmentId })
    },
    act: async ({ subject }) => {
      const content = await files.get(subject.file_key)
      if (!content) throw new Error(`The file of an attachment is missing: ${subject.file_key}`)
      return { content, fileName: subject.file_name, mediaType: mediaTypeOf(subject.file_name) }
    },
  })
}
