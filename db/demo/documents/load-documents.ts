import { insertRows } from '#kit/server/bulk-rows.ts'
import type { Files } from '#outside/files/files.ts'
import type { Database } from '../../database.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import { readContractedSupplies } from '../invoices/contracted-supplies.ts'
import { documentTexts } from './document-texts.ts'
import { type DemoRetailer, drawDemoDocument } from './draw-demo-document.ts'

/** Attaches the holders' documents to their contracts. */
export async function loadDocuments(
  db: Database,
  { files, holders, retailer }: { files: Files; holders: readonly DemoHolder[]; retailer: DemoRetailer },
) {
  const rows = []
  for (const holder of holders.filter(({ documents }) => documents.length > 0)) {
    const contracted = await readContractedSupplies(db, holder)
    for (const document of holder.documents) {
      const { supply, customerId, contractId } = contracted.find(({ supply }) => supply.contract === document.contract)!
      const content = await drawDemoDocument(document, { holder, supply, retailer })
      const { title, category, fileName } = documentTexts[holder.locale].documents[document.kind]
      rows.push({
        customer_id: customerId,
        contract_id: contractId,
        name: title,
        created_on: document.createdOn,
        size_bytes: content.length,
        file_name: fileName,
        category_name: category,
        file_key: await files.put(content),
      })
    }
  }
  await insertRows(db, { table: 'attachment', rows })
}
