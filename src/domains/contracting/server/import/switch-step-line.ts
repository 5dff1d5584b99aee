import * as z from 'zod'
import type { Database } from '#db/database.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { rejectionCodePattern, switchStepNames } from '../../switch-steps.ts'
import { findContractsByName, recordSwitchStep } from '../switch-step-store.ts'

/* A step of a switch as a line of the integration API; docs/integration.md explains it. */

export const SwitchStepLine = z
  .strictObject({
    contract: z.string().min(1).max(50),
    step: z.enum(switchStepNames),
    code: z.string().regex(rejectionCodePattern).nullable().default(null),
    happenedOn: z.iso.date(),
  })
  .check(({ value, issues }) => {
    if ((value.step === 'rejected') === (value.code !== null)) return
    issues.push({ code: 'custom', path: ['code'], input: value.code, message: rejectionReason('missing').name })
  })
export type SwitchStepLine = z.output<typeof SwitchStepLine>

/** Records steps of switches from lines, within a transaction. */
export async function storeSwitchStepLines(
  db: Database,
  lines: readonly SwitchStepLine[],
  { clock }: { clock: () => Date },
): Promise<LineResult[]> {
  const contracts = await findContractsByName(
    db,
    lines.map(({ contract }) => contract),
  )
  const results: LineResult[] = []
  for (const { contract: name, step, code, happenedOn } of lines) {
    const contract = contracts.get(name)
    const reported = { step, code: code ?? '', happenedOn, operatorId: null, now: clock() }
    const outcome = contract ? await recordSwitchStep(db, { ...contract, ...reported }) : 'unknown'
    results.push(resultOf(outcome, name))
  }
  return results
}

function resultOf(outcome: Awaited<ReturnType<typeof recordSwitchStep>> | 'unknown', key: string): LineResult {
  if (outcome === 'unknown')
    return {
      refusal: { code: 'unknown_reference', member: 'contract', reason: rejectionReason('contract_unknown', { key }) },
    }
  if (outcome === 'no_switch')
    return { refusal: { code: 'invalid', member: 'contract', reason: rejectionReason('no_switch', { key }) } }
  return { changed: outcome === 'recorded' }
}
