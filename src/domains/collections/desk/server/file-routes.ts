import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction } from '#kit/backoffice/server/audit-change.ts'
import { parseId } from '#kit/parse-id.ts'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Serve } from '#kit/server/serve.ts'
import { type ZipEntry, zipFiles } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { communities } from '#vocabulary/communities.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { downloadDebtLetters, downloadDebtPaper, exportCommunityList } from '../downloads.ts'
import { findPaperFile, streamCommunityRows, streamLetters } from './paper-files.ts'

type DebtFileRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
}

/** Registers the files of debts: papers, letters to be posted, and the lists for the autonomous communities. */
export function debtFileRoutes({ serve, db, files, clock, textsFor }: DebtFileRouteDeps) {
  serve(downloadDebtPaper, {
    find: ({ params }) => {
      const paperId = parseId(params.id)
      return paperId === undefined ? Promise.resolve(undefined) : findPaperFile(db, paperId)
    },
    async act({ subject, params, actor, request }) {
      const { customer_id: customerId, debt_id, file_key, name } = subject
      const entry = { action: 'debt_paper_read', subject: `debt:${debt_id}`, customerId, after: { paper: params.id } }
      await auditAction({ db, actor, request, ...entry })
      return { content: await read(file_key), fileName: `${name}.pdf`, mediaType: 'application/pdf' }
    },
  })

  serve(downloadDebtLetters, async ({ actor, request }) => {
    await auditAction({ db, actor, request, action: 'debt_letters_read' })
    const content = Readable.from(zipFiles(listEntries(actor.locale), clock()))
    return { content, fileName: `${textsFor(actor.locale)('document.letters')}.zip`, mediaType: 'application/zip' }
  })

  serve(exportCommunityList, {
    find: ({ params }) => Promise.resolve(communities.find(({ code }) => code === params.code)),
    async act({ subject: { code, provinces }, actor, request }) {
      await auditAction({ db, actor, request, action: 'debt_community_list_exported', after: { community: code } })
      const content = Readable.from(writeCommunityList(provinces, actor.locale))
      return { content, fileName: `${code}.csv`, mediaType: 'text/csv; charset=utf-8' }
    },
  })

  async function read(key: string): Promise<Readable> {
    const content = await files.get(key)
    if (!content) throw new Error('A paper of a debt has no file.')
    return content
  }

  async function* listEntries(locale: Locale): AsyncGenerator<ZipEntry> {
    yield { name: 'addresses.csv', content: writeAddresses(locale) }
    for await (const { file_key, debt_paper_id: id, contract } of streamLetters(db))
      yield { name: `${contract}-${id}.pdf`, content: await read(file_key), isPacked: true }
  }

  async function* writeAddresses(locale: Locale): AsyncGenerator<string> {
    const t = textsFor(locale)
    const head = ['file', 'contract', 'addressee', 'address', 'channel'].map((each) => t(`letters.${each}`))
    yield byteOrderMark + formatCsvLine(head, locale)
    for await (const { contract, debt_paper_id: id, addressee, address, channel } of streamLetters(db))
      yield formatCsvLine([`${contract}-${id}.pdf`, contract, addressee, address, t(`channels.${channel}`)], locale)
  }

  async function* writeCommunityList(provinces: readonly string[], locale: Locale): AsyncGenerator<string> {
    const t = textsFor(locale)
    yield byteOrderMark +
      formatCsvLine(
        communityColumns.map((each) => t(`community.${each}`)),
        locale,
      )
    for await (const row of streamCommunityRows(db, provinces))
      yield formatCsvLine(
        [
          ...[row.cups, row.holder, row.tax_id, row.street, row.postcode, row.city, row.owed_cents / 100],
          ...[row.first_demand_on, row.delivered_on, row.suspension_from],
          t(row.has_social_bonus ? 'community.yes' : 'community.no'),
        ],
        locale,
      )
  }
}

const communityColumns = [
  ...(['cups', 'holder', 'taxId', 'street', 'postcode', 'city', 'owed'] as const),
  ...(['demandedOn', 'deliveredOn', 'from', 'bonus'] as const),
]
