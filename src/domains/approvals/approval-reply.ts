import * as z from 'zod/mini'

/** The reply of a call that awaits another operator's approval instead of being executed. */
const ApprovalRequestedReply = z.object({ approval_id: z.string(), expires_at: z.string() })
export type ApprovalRequestedReply = z.output<typeof ApprovalRequestedReply>

/**
 * Extends a reply schema for a call that may need approval by another operator: either the result of the call or the
 * approval request.
 */
export function withApprovalReply<Reply extends z.ZodMiniObject>(reply: Reply) {
  return z.union([ApprovalRequestedReply, reply])
}

/** Checks whether a call resulted in an approval request instead of being executed. */
export function isApprovalRequested(reply: object): reply is ApprovalRequestedReply {
  return 'approval_id' in reply
}

/** The open approval request about an item, as shown on the page of that item. */
export const PendingApproval = z.object({ id: z.string(), requested_by: z.string(), expires_at: z.string() })
export type PendingApproval = z.output<typeof PendingApproval>

/**
 * The refusals that approval adds to those of the call itself: an approval request about the same subject is already
 * open.
 */
export const approvalRefusals = { approval_open: 409 } as const
