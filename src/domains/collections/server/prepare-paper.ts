import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { createQueueWorker, type QueueWorker } from '#kit/server/queue-runner.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { PaperChannel, PaperContent, PaperKind } from '../paper-rules.ts'
import { mayHavePvpc } from '../rules.ts'
import { type ContractOfDebt, findContractOf } from './debt-store.ts'
import { drawPaper, type PaperContext } from './draw-paper.ts'
import { findPaperRecipient, type PaperRecipient } from './paper-recipient.ts'
import { type PaperRow, paperQueue, storePaperFile } from './paper-store.ts'

export type PaperDeps = {
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** The languages and branding of papers in a language, or in that of the portal. */
  contextFor: (locale: Locale | null) => PaperContext
  log: { error(details: object, message: string): void }
}

/** Creates the worker that draws, stores and mails the papers of debts. */
export function createPaperWorker(deps: PaperDeps): QueueWorker<PaperRow> {
  const { db, clock, log } = deps
  return createQueueWorker({
    ...{ db, clock, queue: paperQueue },
    work: (row) => preparePaper(deps, row),
    async onFailure({ debt_paper_id: paperId }, error) {
      log.error({ paperId, error: error.message }, 'paper of a debt not prepared')
    },
  })
}

/**
 * Draws a paper in its customer's language, stores it, and mails a copy besides the channel that proves its receipt. The
 * file and the mail are stored in one transaction, so that no customer is told twice.
 */
async function preparePaper({ db, files, clock, contextFor }: PaperDeps, row: PaperRow): Promise<void> {
  const recipient = await findPaperRecipient(db, { customerId: row.customer_id, debtId: row.debt_id })
  const contract = await findContractOf(db, { customerId: row.customer_id, contractId: recipient.contractId })
  const context = contextFor(recipient.locale)
  const content = row.content as PaperContent
  const kinds = { kind: row.kind as PaperKind, channel: row.channel as PaperChannel }
  const fileKey = await files.put(
    await drawPaper({ ...kinds, content, recipient, contract, writtenAt: row.written_at }, context),
  )
  await db.transaction().execute(async (trx) => {
    if (!(await storePaperFile(trx, row, fileKey))) return
    const message = messageOf(row, { recipient, contract, content, fileKey, context })
    if (message) await queueMessage(trx, message, clock())
  })
}

type Written = {
  recipient: PaperRecipient
  contract: ContractOfDebt
  content: PaperContent
  fileKey: string
  context: PaperContext
}

/** Returns the mail with a paper, or null where nobody has an address. */
function messageOf(
  { kind, customer_id: customerId }: PaperRow,
  { recipient, contract, content, fileKey, context: { t, locale } }: Written,
): Parameters<typeof queueMessage>[1] | null {
  const { hasUsers, email } = recipient
  if (!hasUsers && email === null) return null
  return {
    kind: kind === 'demand' ? 'collections.demanded' : 'collections.announced',
    values: {
      ...{ contract: recipient.contract, pvpc: mayHavePvpc(contract) ? 'yes' : 'no' },
      ...(content.suspendOn !== null && { day: content.suspendOn }),
    },
    ...{ customerId, contractId: recipient.contractId, link: '/debt' },
    ...(hasUsers ? {} : { toAddress: email!, locale }),
    attachments: [{ fileKey, fileName: `${t(`document.fileNames.${kind}`, { contract: recipient.contract })}.pdf` }],
  }
}
