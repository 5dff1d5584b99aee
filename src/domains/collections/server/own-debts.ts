import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SuspensionStopReason } from '#domains/contract-records/rules.ts'
import { findShownDutiesOf } from '#domains/duties/server/shown-duties.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { findUploadNames, type UploadName } from '#domains/uploads/server/upload-names.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { ListedDebt } from '../api.ts'
import { endsSoon, kindsFor } from '../declaration-rules.ts'
import type { PaperKind } from '../paper-rules.ts'
import { type ReconnectionPrice, reconnectionPriceOn } from '../reconnection-price.ts'
import { caseIdOf, type DebtEventKind, mayHavePvpc, nextStepOf } from '../rules.ts'
import { findNoticeTerm } from './debt-duties.ts'
import { type ContractOfDebt, type Debt, hasNoOwnPlan, stopsJsonSql } from './debt-store.ts'
import { subjectOfDeclaration } from './declarations/declaration-duties.ts'
import { presentPlan } from './present-plan.ts'

type OwnDebtRow = Debt & {
  name: string
  energy: 'electricity' | 'gas'
  address: string
  power_watts: number[]
  is_company: boolean
  owed_cents: number
  stops: { subject: string; reason: SuspensionStopReason }[]
  events: { kind: DebtEventKind; at: string; suspend_on: MarketDay | null }[]
  papers: { id: number; kind: PaperKind; written_at: string }[]
  province_code: string
  declaration:
    | (Omit<Declared, 'duties' | 'declared_at' | 'papers'> & { declared_at: string; paper_ids: string[] })
    | null
}

type Declared = NonNullable<ListedDebt['declaration']>

type OwnDebtsQuery = { customerIds: readonly number[]; partsWithoutAsking: number; now: Date }

/** Returns the open debts of these holders with their timeline, those that have gone furthest first. */
export async function findOwnDebts(
  db: Database,
  { customerIds, partsWithoutAsking, now }: OwnDebtsQuery,
): Promise<ListedDebt[]> {
  const own = (table: string) => isOneOf(`${table}.customer_id`, customerIds)
  const { rows } = await sql<OwnDebtRow>`
    select debt.*, contract.name, contract.energy, contract.power_watts, customer.is_company,
      supply_street || ' - ' || supply_city as address,
      coalesce((
        select sum(amount_pending_cents) from ${visibleInvoices} invoice
        where ${own('invoice')} and invoice.customer_id = debt.customer_id and invoice.contract_id = debt.contract_id
          and paid_status = 'unpaid' and rectificative_type not in ('A', 'B')
          and ${hasNoOwnPlan}
      ), 0)::integer as owed_cents,
      ${stopsJsonSql(own('stop'))} as stops,
      coalesce((
        select json_agg(json_build_object('kind', kind, 'at', at, 'suspend_on', debt_event.suspend_on) order by at, debt_event_id)
        from debt_event where ${own('debt_event')} and debt_event.customer_id = debt.customer_id
          and debt_event.debt_id = debt.debt_id
      ), '[]') as events,
      coalesce((
        select json_agg(json_build_object('id', debt_paper_id, 'kind', kind, 'written_at', written_at) order by debt_paper_id desc)
        from debt_paper where ${own('debt_paper')} and debt_paper.customer_id = debt.customer_id
          and debt_paper.debt_id = debt.debt_id and file_key is not null
      ), '[]') as papers, province_code, (
        select json_build_object('id', supply_declaration_id, 'kind', kind, 'state', state, 'declared_at', declared_at,
          'answer', answer, 'accepted_until', accepted_until, 'paper_ids', (
            select coalesce(json_agg(upload_id order by place), '[]') from supply_declaration_file file
            where ${own('file')} and file.customer_id = declared.customer_id
              and file.supply_declaration_id = declared.supply_declaration_id))
        from supply_declaration declared
        where ${own('declared')} and declared.customer_id = debt.customer_id and declared.contract_id = debt.contract_id
        order by supply_declaration_id desc limit 1
      ) as declaration
    from debt
      join contract on ${own('contract')} and contract.customer_id = debt.customer_id
        and contract.contract_id = debt.contract_id
      join customer on customer.customer_id = debt.customer_id
      join supply_point on supply_point.supply_point_id = contract.supply_point_id
    where ${own('debt')} and step <> 'closed'
    order by suspend_on nulls last, debt.first_demand_on nulls last, opened_at, debt_id`.execute(db)
  if (rows.length === 0) return []
  const figures = await loadRegulatedPrices(db)
  const day = marketDayOf(now, 'Europe/Madrid')
  const papers = await findUploadNames(
    db,
    rows.flatMap(({ declaration }) => declaration?.paper_ids ?? []),
  )
  return Promise.all(
    rows.map(async (row) => {
      const price = reconnectionPriceOn({ energy: row.energy, provinceCode: row.province_code, day }, figures)
      const reconnection = presentReconnection(row, price)
      const plan = await presentPlan(db, row, { partsWithoutAsking, now })
      const notice = await findNoticeTerm(db, { debt: row, contract: contractOf(row), at: now })
      const declared = await presentDeclaration(db, row, { papers, now })
      return { ...presentDebt(row, plan), notice, reconnection, ...declared }
    }),
  )
}

/** Returns what the reconnection costs: as it was asked for, else today's price, of which there is no more without a contract. */
function presentReconnection(
  { step, reconnection_cents: chargedCents }: OwnDebtRow,
  price: ReconnectionPrice | null,
): ListedDebt['reconnection'] {
  if (step === 'access_ended' || !price) return null
  if (step !== 'reconnecting') return toEuros(price)
  if (chargedCents === null) return null
  return toEuros(chargedCents === price.baseCents ? price : { baseCents: chargedCents, totalCents: null })
}

function toEuros({ baseCents, totalCents }: ReconnectionPrice) {
  return { amount: baseCents / 100, with_taxes: totalCents === null ? null : totalCents / 100 }
}

/** Returns what was declared last, and what can be now: nothing while one is open, or accepted for longer than its notice. */
async function presentDeclaration(
  db: Database,
  { declaration, is_company: isCompany }: OwnDebtRow,
  { papers, now }: { papers: ReadonlyMap<string, UploadName>; now: Date },
): Promise<Pick<ListedDebt, 'declaration' | 'declaration_kinds'>> {
  if (!declaration) return { declaration: null, declaration_kinds: [...kindsFor({ isCompany })] }
  const { paper_ids: paperIds, ...shown } = declaration
  const { id, state, declared_at: at, accepted_until: until } = shown
  const isOver = state === 'refused' || state === 'lapsed' || state === 'ended'
  const isEnding = state === 'accepted' && until !== null && endsSoon(until, marketDayOf(now, 'Europe/Madrid'))
  return {
    declaration: {
      ...{ ...shown, declared_at: new Date(at).toISOString(), papers: paperIds.flatMap((id) => papers.get(id) ?? []) },
      duties: await findShownDutiesOf(db, subjectOfDeclaration(id), now),
    },
    declaration_kinds: isOver || isEnding ? [...kindsFor({ isCompany })] : [],
  }
}

function presentDebt(
  row: OwnDebtRow,
  plan: Pick<ListedDebt, 'plan' | 'plan_offer'>,
): Omit<ListedDebt, 'notice' | 'reconnection' | 'declaration' | 'declaration_kinds'> {
  const { step, stops, suspension_from: suspensionFrom, suspend_on: suspendOn, access_end_from: accessEndFrom } = row
  return {
    id: row.debt_id,
    contract: { name: row.name, energy: row.energy, address: row.address },
    step,
    stops: stops.map(({ subject, reason }) => ({ reason, request_id: caseIdOf(subject) })),
    owed: row.owed_cents / 100,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    next: nextStepOf({ step, isStopped: stops.length > 0, suspensionFrom, suspendOn, accessEndFrom }),
    papers: row.papers.map((paper) => ({ ...paper, written_at: new Date(paper.written_at).toISOString() })),
    has_social_bonus: row.has_social_bonus,
    ...plan,
    may_have_pvpc: mayHavePvpc(contractOf(row)),
  }
}

function contractOf(row: OwnDebtRow): ContractOfDebt {
  return {
    ...{ contractId: row.contract_id, name: row.name, place: row.province_code },
    ...{ isCompany: row.is_company, energy: row.energy },
    maxPowerWatts: row.power_watts.length ? Math.max(...row.power_watts) : null,
  }
}
