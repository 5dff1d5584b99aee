import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, isSafeRead } from '#kit/call.ts'
import { insertUser } from '../testing/builders.ts'
import { createOneOfEverything } from '../testing/one-of-everything.ts'
import { recordStatements } from '../testing/recorded-statements.ts'
import { listRegisteredCalls } from '../testing/registered-calls.ts'
import { startTestPortal, type TestVisitor } from '../testing/test-portal.ts'

/**
 * On a Citus cluster, a table of the coordinator that is joined with tables of the nodes is sent to them, or theirs to it: only
 * the rows that a constant of the statement names, or else all of them. deploy/citus.sql says where each table is.
 */
const script = readFileSync(new URL('../../../../deploy/citus.sql', import.meta.url), 'utf8')
const namesIn = (pattern: RegExp) => [...script.matchAll(pattern)].flatMap(([, names]) => names!.match(/\w+/g)!)
const tablesOfNodes = new Set(namesIn(/\('distributed', '(\w+)'/g))
const tablesOfCoordinator = new Set(namesIn(/\(array\[([^\]]+)\]\)/g))

/** The tables that one statement of a customer's reads of both, with what keeps the rows few that are sent. */
const joinedForCustomers: Record<string, string> = {
  'approval_request with payment_attempt,payment_refund': 'each is counted for one customer',
  'duty,support_case,support_category,support_type with change_request,contract':
    'cases are read with their duties where they are, and all of it of one customer',
  'outbox_message with attachment': 'each is read of one contract',
  'support_type with contract': 'what the contracts of one customer supply',
}

/** Those of statements of operators. */
const joinedForOperators: Record<string, string> = {
  'approval_request with payment_attempt,payment_refund': 'each is counted for one customer',
  'approval_request,duty,import_run,lead,outbox_message,support_case with change_request,payment_attempt,payment_refund':
    'each is counted where it is',
  'duty with contract,switch_step': 'open duties of switches',
  'duty,user_account with contract,supply_declaration,supply_declaration_file':
    'operators, and open duties of declarations',
  'integration_key,user_account with curve_correction,curve_day': 'operators, and keys of other systems',
  'lead,lead_file,support_attachment,support_case,upload with change_request,supply_declaration_file':
    'each is read of one customer',
  'provider_event with payment_attempt': 'payments of one customer',
  'support_case with change_request,contract,invoice': 'each is counted for one customer',
  'user_account with bill_hold,invoice': 'operators',
  'user_account with contract,debt,debt_paper,invoice,payment_plan,payment_plan_part,suspension_stop': 'operators',
}

const portal = await startTestPortal({ environment: { DEMO: 'on' }, now: new Date('2026-11-20T11:00:00Z') })
const anna = await createOneOfEverything(portal)
const reads = listRegisteredCalls(portal.context).filter(isSafeRead)
let customer: TestVisitor
let operator: TestVisitor

beforeAll(async () => {
  customer = await portal.as(anna.userId)
  operator = await portal.as(
    await insertUser(portal.context.db, {
      role: 'operator',
      operator_roles: ['care', 'sales', 'content', 'money', 'administrator'],
    }),
  )
})
afterAll(() => portal.close())

/** Makes calls, and returns the tables of the statements that read tables of both kinds. */
async function findJoins(visitor: TestVisitor, calls: readonly Call[]): Promise<string[]> {
  const statements = await recordStatements(/\w/, async () => {
    for (const call of calls) {
      const sent = {
        params: anna.parametersOf(call),
        query: anna.queries[call.path] ?? {},
        body: anna.bodies[call.path],
      }
      await visitor.sendRaw(call, sent as never, { version: call.versions[0]! })
    }
  })
  expect(statements.length).toBeGreaterThan(2 * calls.length)
  return [...new Set(statements.flatMap(({ text }) => describeJoin(text)))].sort()
}

function describeJoin(statement: string): string[] {
  const tables = [...statement.matchAll(/(?:from|join|update|into|using) "?(\w+)/g)].map(([, name]) => name!)
  const ofKind = (kind: ReadonlySet<string>) => [...new Set(tables)].filter((each) => kind.has(each)).sort()
  const [ofCoordinator, ofNodes] = [ofKind(tablesOfCoordinator), ofKind(tablesOfNodes)]
  return ofCoordinator.length && ofNodes.length ? [`${ofCoordinator} with ${ofNodes}`] : []
}

test('what customers read joins tables of the coordinator with those of the nodes only where the rows are named', async () => {
  const own = reads.filter((call) => call.access === 'customer' && anna.has(call))
  expect(await findJoins(customer, own)).toEqual(Object.keys(joinedForCustomers))
})

test('what operators read does so too', async () => {
  const ofOperators = reads.filter(({ access }) => access === 'operator')
  expect(await findJoins(operator, ofOperators)).toEqual(Object.keys(joinedForOperators))
})
