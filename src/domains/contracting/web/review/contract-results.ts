import type { Reply } from '#kit/call.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { readLead, type StepReply } from '../../api.ts'
import type { ContractResult, Energy } from '../draft/wizard-draft.ts'

/**
 * Returns what was made of a lead that is closed: its reply was lost, or it was confirmed on another device.
 * @throws the original failure where it is another one, or where nothing was made.
 */
export async function recoverResults(
  send: Send,
  failure: unknown,
  energy: Energy,
  leadId: number | null,
): Promise<ContractResult[]> {
  if (!isRefused(failure) || failure.code !== 'lead_closed' || leadId === null) throw failure
  const made = await readContractResults(send, energy, leadId)
  if (!made.some((ending) => ending.energy === energy)) throw failure
  return made
}

/** Reads what was made of a lead, and of the gas beside it. */
async function readContractResults(send: Send, energy: Energy, leadId: number): Promise<ContractResult[]> {
  const lead = await send(readLead, { params: { leadId: String(leadId) } })
  const isMade = lead.state === 'sent' || lead.state === 'signed'
  return [
    ...(isMade ? [resultFromLead(energy, lead)] : []),
    ...(lead.gas_lead_id === null ? [] : await readContractResults(send, 'gas', lead.gas_lead_id)),
  ]
}

/**
 * Returns the result of a contract that was made without this form knowing. The server's text is not returned again.
 */
export function resultFromLead(
  energy: Energy,
  { signature }: Pick<Reply<typeof readLead>, 'signature'>,
): ContractResult {
  return { energy, format: 'markdown', body: '', signatureUrl: signature?.url ?? null }
}

/** Returns the result of a confirmation. @throws where the contract was not made. */
export function resultOf(energy: Energy, { status, result, signature, reference }: StepReply): ContractResult {
  if (status === 'ERROR') throw new Error(result?.error ?? 'The contract was not made.')
  const { format = 'markdown', body = '' } = result?.render ?? {}
  return { energy, format, body, signatureUrl: signature?.url ?? null, ...(reference && { reference }) }
}
