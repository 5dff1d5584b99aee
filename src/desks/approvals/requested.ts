import * as z from 'zod/mini'

/** What a call answers that waits for another operator in the place of being done. */
const ApprovalRequested = z.object({ approval_id: z.string(), expires_at: z.string() })
export type ApprovalRequested = z.output<typeof ApprovalRequested>

/** The answer of a call that another operator may have to approve: what it did, or that it was asked for. */
export function orApproval<Reply extends z.ZodMiniObject>(reply: Reply) {
  return z.union([ApprovalRequested, reply])
}

/** Whether a call was asked for and not done. */
export function isRequested(reply: object): reply is ApprovalRequested {
  return 'approval_id' in reply
}

/** The request that waits for another operator about something, as the page of that shows it. */
export const WaitingApproval = z.object({ id: z.string(), requested_by: z.string(), expires_at: z.string() })
export type WaitingApproval = z.output<typeof WaitingApproval>

/** Why what is asked for is refused besides what the call itself says: another request about the same waits already. */
export const approvalRefusals = { approval_open: 409 } as const
