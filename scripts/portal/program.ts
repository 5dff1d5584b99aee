import type { Program } from '../command-line.ts'
import { changeSettled, changesSent } from './change.ts'
import { client } from './client.ts'
import { coupon } from './coupon.ts'
import { demoReset } from './demo.ts'
import { blockedData, erasure } from './erasure.ts'
import { integrationKeyCreate, integrationKeyList, integrationKeyRevoke } from './integration-key.ts'
import { keysList, keysRetire, keysRotate } from './keys.ts'
import { operatorCreate } from './operator.ts'
import { payment } from './payment.ts'
import { paymentsCompare } from './payments-compare.ts'
import { settingsGet, settingsSet } from './settings.ts'
import { subscribers } from './subscribers.ts'
import { token } from './token.ts'

/** The command line of the portal. */
export const portalProgram: Program = {
  name: 'portal',
  commands: [
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
  ],
}
