// The command line of the portal: `npm run portal -- settings get invoices.itemsPerPage`.
import { runCommandLine } from './command-line.ts'
import { changeSettled, changesSent } from './portal/change.ts'
import { client } from './portal/client.ts'
import { coupon } from './portal/coupon.ts'
import { demoReset } from './portal/demo.ts'
import { blockedData, erasure } from './portal/erasure.ts'
import { integrationKeyCreate, integrationKeyList, integrationKeyRevoke } from './portal/integration-key.ts'
import { keysList, keysRetire, keysRotate } from './portal/keys.ts'
import { operatorCreate } from './portal/operator.ts'
import { payment } from './portal/payment.ts'
import { paymentsCompare } from './portal/payments-compare.ts'
import { settingsGet, settingsSet } from './portal/settings.ts'
import { subscribers } from './portal/subscribers.ts'
import { token } from './portal/token.ts'

await runCommandLine('portal', [
  settingsGet,
  settingsSet,
  token,
  client,
  operatorCreate,
  changesSent,
  changeSettled,
  erasure,
  blockedData,
  payment,
  paymentsCompare,
  subscribers,
  coupon,
  integrationKeyCreate,
  integrationKeyList,
  integrationKeyRevoke,
  keysList,
  keysRotate,
  keysRetire,
  demoReset,
])
