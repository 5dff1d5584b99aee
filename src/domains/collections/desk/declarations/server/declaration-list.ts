import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { findUploadNames } from '#domains/uploads/server/upload-names.ts'
import { anyOf, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { decisionsFor } from '../../../declaration-rules.ts'
import type { ListedDeclaration } from '../api.ts'
import { type DeclarationFilter, stateOf } from '../rules.ts'

export type DeclarationQuery = { q: string; state: DeclarationFilter }

type DeclarationRow = Omit<ListedDeclaration, 'decisions' | 'declared_at' | 'papers'> & {
  declared_at: Date
  paper_ids: string[]
}

/** Returns a page of the declarations that match a search, those to be answered first. */
export async function findDeclarations(
  db: Database,
  { q, state, offset, limit }: DeclarationQuery & PageRange,
): Promise<ResultPage<ListedDeclaration>> {
  const only = stateOf(state)
  const where = [only === null ? sql`true` : sql`declared.state = ${only}`]
  if (q) {
    const search = parseSearch(q)
    where.push(
      anyOf([
        isOneOf('declared.customer_id', await findMatchingCustomerIds(db, search)),
        sql`contract.name = ${search.identifier}`,
      ]),
    )
  }
  const { items, total } = await findPage<DeclarationRow>(
    db,
    {
      columns: sql`declared.supply_declaration_id as id,
        json_build_object('id', customer.customer_id, 'name', customer.name) as customer, contract.name as contract,
        declared.kind, declared.state, note, valid_until::text as valid_until, declared_at, answer,
        accepted_until::text as accepted_until, answer_duty.due_on::text as due_on,
        case when operator.user_id is not null
          then json_build_object('id', operator.user_id, 'name', operator.name) end as decided_by,
        coalesce((
          select json_agg(upload_id order by place) from supply_declaration_file file
          where file.customer_id = declared.customer_id
            and file.supply_declaration_id = declared.supply_declaration_id
        ), '[]'::json) as paper_ids`,
      from: sql`supply_declaration declared
        join customer on customer.customer_id = declared.customer_id
        join contract on contract.customer_id = declared.customer_id and contract.contract_id = declared.contract_id
        left join user_account operator on operator.role = 'operator' and operator.user_id = declared.decided_by_user_id
        left join duty answer_duty on answer_duty.kind = 'declaration_answer' and answer_duty.state = 'open'
          and answer_duty.subject = 'declaration:' || declared.supply_declaration_id`,
      where,
      orderBy: sql`answer_duty.due_on nulls last, declared_at desc, declared.supply_declaration_id desc`,
    },
    { offset, limit },
  )
  const papers = await findUploadNames(
    db,
    items.flatMap(({ paper_ids: ids }) => ids),
  )
  return {
    items: items.map(({ paper_ids: paperIds, ...row }) => ({
      ...row,
      declared_at: row.declared_at.toISOString(),
      papers: paperIds.flatMap((id) => papers.get(id) ?? []),
      decisions: decisionsFor(row.state),
    })),
    total,
  }
}

/** Returns whose declaration this is, or undefined. */
export async function findDeclarationOwner(db: Database, declarationId: number) {
  return db
    .selectFrom('supply_declaration')
    .where('supply_declaration_id', '=', declarationId)
    .select(['customer_id as customerId', 'supply_declaration_id as declarationId'])
    .executeTakeFirst()
}

/** Returns a paper of a declaration, or undefined. */
export async function findDeclarationPaper(
  db: Database,
  { declarationId, uploadId }: { declarationId: number; uploadId: string },
) {
  return db
    .selectFrom('supply_declaration_file')
    .innerJoin('upload', 'upload.upload_id', 'supply_declaration_file.upload_id')
    .where('supply_declaration_id', '=', declarationId)
    .where('supply_declaration_file.upload_id', '=', uploadId)
    .select(['customer_id', 'supply_declaration_id', 'file_key', 'file_name', 'media_type', 'scan_state'])
    .executeTakeFirst()
}
