import type { Program } from '../command-line.ts'
import { listSentChangesCommand, settleChangeCommand } from './change.ts'
import { clientCommand } from './client.ts'
import { couponCommand } from './coupon.ts'
import { demoResetCommand } from './demo.ts'
import { blockedDataCommand, erasureCommand } from './erasure.ts'
import {
  integrationKeyCreateCommand,
  integrationKeyListCommand,
  integrationKeyRevokeCommand,
} from './integration-key.ts'
import { keysListCommand, keysRetireCommand, keysRotateCommand } from './keys.ts'
import { operatorCreateCommand } from './operator.ts'
import { paymentCommand } from './payment.ts'
import { paymentsCompareCommand } from './payments-compare.ts'
import { settingsGetCommand, settingsSetCommand } from './settings.ts'
import { subscribersCommand } from './subscribers.ts'
import { tokenCommand } from './token.ts'

/** The command line of the portal. */
export const portalProgram: Program = {
  name: 'portal',
  commands: [
    settingsGetCommand,
    settingsSetCommand,
    tokenCommand,
    clientCommand,
    operatorCreateCommand,
    listSentChangesCommand,
    settleChangeCommand,
    erasureCommand,
    blockedDataCommand,
    paymentCommand,
    paymentsCompareCommand,
    subscribersCommand,
    couponCommand,
    integrationKeyCreateCommand,
    integrationKeyListCommand,
    integrationKeyRevokeCommand,
    keysListCommand,
    keysRotateCommand,
    keysRetireCommand,
    demoResetCommand,
  ],
}
