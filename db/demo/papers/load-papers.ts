import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { Files } from '#outside/files/files.ts'
import type { DemoHolder } from '../cast/demo-holder.ts'
import { contractedSupplies } from '../invoices/contracted-supplies.ts'
import { drawPaper, type Retailer } from './drawn-paper.ts'
import { paperWords } from './paper-words.ts'

/** Attaches the papers of the holders to their contracts. */
export async function loadPapers(
  db: Database,
  { files, holders, retailer }: { files: Files; holders: readonly DemoHolder[]; retailer: Retailer },
) {
  const rows = []
  for (const holder of holders.filter(({ papers }) => papers.length > 0)) {
    const contracted = await contractedSupplies(db, holder)
    for (const paper of holder.papers) {
      const { supply, customerId, contractId } = contracted.find(({ supply }) => supply.contract === paper.contract)!
      const content = await drawPaper(paper, { holder, supply, retailer })
      const { title, category, fileName } = paperWords[holder.locale].papers[paper.kind]
      rows.push({
        customer_id: customerId,
        contract_id: contractId,
        name: title,
        created_on: paper.createdOn,
        size_bytes: content.length,
        file_name: fileName,
        category_name: category,
        file_key: await files.put(content),
      })
    }
  }
  await insertRows(db, { table: 'attachment', rows })
}
