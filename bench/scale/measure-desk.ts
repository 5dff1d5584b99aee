import { markCodeAppConfirmed, saveCodeAppSecret } from '#domains/session/server/second-factor/second-factor-store.ts'
import { generateLoad, type LoadTarget } from '../generate-load.ts'
import type { Measurement } from '../measurements.ts'
import type { BenchServer } from '../servers.ts'
import { signInAsUser } from '../sign-in.ts'
import type { MeasuredRetailer } from './measured-retailer.ts'

const connections = 2
const seconds = 5

const requests = {
  'customers by a common surname': 'customers?q=garc%C3%ADa',
  'customers by full name': 'customers?q=luc%C3%ADa+garc%C3%ADa+rodr%C3%ADguez',
  'customers by NIF': 'customers?q=10000001S',
  'customers by CUPS': 'customers?q=ES0031000000000001JN0F',
  'customers by contract': 'customers?q=0000001',
  'customers by invoice': 'customers?q=FE1-7',
  'one customer': 'customers/1',
  'invoices of a customer': 'customers/1/invoices',
  'latest mails': 'mails',
  'mails by NIF': 'mails?q=10000001S',
  'open cases': 'cases?state=open',
  'all cases': 'cases?state=all',
  'cases by word': 'cases?state=all&q=factura',
} as const

type BothRetailers = { small: MeasuredRetailer; large: MeasuredRetailer; servers: readonly [BenchServer, BenchServer] }

/** What operators look for, on the large retailer beside the small one. */
export async function measureDesk({
  small,
  large,
  servers: [ofSmall, ofLarge],
}: BothRetailers): Promise<Measurement[]> {
  const tokens = [await signInAsOperator(small), await signInAsOperator(large)] as const
  const figures: Measurement[] = []
  for (const [what, path] of Object.entries(requests)) {
    const targetOf = ({ address }: BenchServer, token: string): LoadTarget => ({
      ...{ address, connections, seconds },
      requests: [{ path: `/api/v1/operator/${path}`, headers: { authorization: `Bearer ${token}` } }],
    })
    const few = await generateLoad(targetOf(ofSmall, tokens[0]))
    const many = await generateLoad(targetOf(ofLarge, tokens[1]))
    for (const share of ['p50', 'p99'] as const)
      figures.push({
        ...{ what: `${what}, ${share}`, unit: 'ms', ours: many[share], floor: few[share], goal: 'at most 1.5' },
        isMet: (ratio) => ratio <= 1.5,
      })
  }
  return figures
}

async function signInAsOperator({ db }: MeasuredRetailer): Promise<string> {
  const account = { login: 'bench-operator', email: '', name: 'Bench', password_hash: 'none', role: 'operator' }
  const { user_id: userId } = await db
    .insertInto('user_account')
    .values({ ...account, operator_roles: ['care', 'administrator'] })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await saveCodeAppSecret(db, { userId, sealedSecret: 'none' })
  await markCodeAppConfirmed(db, { userId, now: new Date() })
  return signInAsUser(db, userId)
}
