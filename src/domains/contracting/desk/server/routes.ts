import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { zipFiles } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { downloadContractEvidence } from '../downloads.ts'
import { findContractEvidence, readContractEvidence } from './contract-evidence.ts'

type ContractingDeskDeps = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** Registers the back-office route by which operators hand over what is kept of a contract. */
export function contractingDeskRoutes({ serve, db, files, clock }: ContractingDeskDeps) {
  serve(downloadContractEvidence, {
    find: ({ params: { id, contractId } }) => findContract(id, contractId),
    async act({ actor, request, subject: { customerId, contractId } }, refuse) {
      const evidence = await findContractEvidence(db, { customerId, contractId })
      if (!evidence) throw refuse('no_evidence')
      const { entries, fileCount } = await readContractEvidence({ db, files }, evidence, clock())
      const audited = { customerId, subject: `contract:${contractId}`, after: { files: fileCount } }
      await auditAction({ db, actor, request, action: 'contract_evidence_exported', ...audited })
      const content = Readable.from(zipFiles(entries, clock()))
      return { content, fileName: `${evidence.name}.zip`, mediaType: 'application/zip' }
    },
  })

  /** Returns the contract; an invalid id matches nothing. */
  async function findContract(id: string, contractId: string) {
    if (![id, contractId].every((each) => /^\d{1,15}$/.test(each))) return undefined
    const key = { customerId: Number(id), contractId: Number(contractId) }
    const row = await db
      .selectFrom('contract')
      .where('customer_id', '=', key.customerId)
      .where('contract_id', '=', key.contractId)
      .select('contract_id')
      .executeTakeFirst()
    return row && key
  }
}
