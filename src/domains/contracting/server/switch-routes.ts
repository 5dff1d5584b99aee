import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { readSwitch } from '../api.ts'
import { currentRejection, rejectionReasonOf, type SwitchStep } from '../switch-steps.ts'
import { findSignedContract, type SignedContractWithDuties } from './find-signed-contract.ts'
import { findSwitchSteps } from './switch-step-store.ts'

type SwitchRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the call that tells how far a switch has come (Real Decreto 88/2026, art. 18.4). */
export function switchRoutes({ serve, db, clock }: SwitchRouteDeps) {
  serve(readSwitch, {
    find: ({ actor: { customerIds }, params }) => findSignedContract(db, customerIds, params.contractName),
    act: async ({ subject }) => presentSwitch(subject, await findSwitchSteps(db, subject), clock()),
  })
}

function presentSwitch({ dutyOf, startsOn, switchOn }: SignedContractWithDuties, steps: SwitchStep[], now: Date) {
  const [request, activation] = [dutyOf('switch_request'), dutyOf('supply_switch')]
  const presentStep = (duty: typeof request, doneOn: string | null) =>
    duty && duty.state !== 'cancelled'
      ? {
          done_on: duty.state === 'done' ? (doneOn ?? dayOf(duty.ended_at!)) : null,
          due_on: duty.due_on,
          is_late: duty.state === 'open' && duty.due_at <= now,
        }
      : null
  const rejection = currentRejection(steps)
  return {
    requested_on: request ? dayOf(request.started_at) : null,
    // The day that was reported, which may be before the one on which it was recorded.
    sent: presentStep(request, steps[0]?.happenedOn ?? null),
    activated: presentStep(activation, startsOn),
    chosen_on: switchOn !== null && switchOn === activation?.due_on ? switchOn : null,
    is_cancelled: activation?.state === 'cancelled',
    rejection: rejection
      ? {
          reason: rejectionReasonOf(rejection.code),
          rejected_on: rejection.happenedOn,
          is_paused: activation?.state === 'paused',
        }
      : null,
  }
}

function dayOf(instant: Date) {
  return marketDayOf(instant, 'Europe/Madrid')
}
