import type { MarketDay } from '#vocabulary/day.ts'

/** The steps of a switch that the distributor's messages report: C1 and C2, steps 01, 02 and 04 (CNMC). */
export const switchStepNames = ['sent', 'accepted', 'rejected', 'ended'] as const
export type SwitchStepName = (typeof switchStepNames)[number]

/** A code of table 27 of the CNMC: two digits, or a letter with a digit. */
export const rejectionCodePattern = /^(\d\d|[A-J]\d)$/

/** Why a switch was rejected, as its customer understands it, each with the codes of table 27 of the CNMC. */
const codesByReason = {
  cups_unknown: ['01', 'B3'],
  no_access_contract: ['02', '72'],
  holder_differs: ['03', '36'],
  debt: ['09', 'E4'],
  cut_off: ['12', '35', 'A2', 'B9', 'C8'],
  power_too_high: ['14', '22', '53', '86', 'A9'],
  power_invalid: ['15', '17', '47', '48', '49', '52', '63', 'A5', 'A6', 'D3'],
  power_changed_recently: ['65', 'H5'],
  documents_missing: ['54', '57', 'B1', 'D5', 'G2'],
  data_missing: ['07', '08', '23', '56', '58', '85'],
  installation: ['18', '20', '27', '29', '50', '59', '60', '61', 'A1', 'A3', 'A7', 'A8'],
  no_entry: ['26', '31', 'C6', 'C7'],
  other_request: ['37', '38', '39', '40', 'B5', 'B6', 'B7', 'B8', 'C1', 'H8', 'H9', 'I7', 'I8'],
  already_contracted: ['21', '55'],
  irregularity: ['28', 'B2'],
  social_bonus: ['D1'],
  self_consumption: [
    ...['93', 'E6', 'E7', 'E8', 'E9', 'F1', 'F2', 'F3', 'F4', 'F5', 'G6', 'G7'],
    ...['H0', 'H1', 'H2', 'H3', 'H4', 'H7'],
  ],
  date: ['46', 'C5'],
  ours: ['11', '62', '68', '70', '71', 'A4', 'B4', 'C3', 'C9'],
} as const

export type RejectionReason = keyof typeof codesByReason | 'other'

/** All reasons, those that no code of a switch has included. */
export const rejectionReasons = [...(Object.keys(codesByReason) as RejectionReason[]), 'other'] as const

/** Returns what the code of a rejection means; `other` for one that says nothing of a switch. */
export function rejectionReasonOf(code: string): RejectionReason {
  const match = Object.entries(codesByReason).find(([, codes]) => (codes as readonly string[]).includes(code))
  return match ? (match[0] as RejectionReason) : 'other'
}

/**
 * Checks whether the clock of a switch stands still after a rejection: it needs the customer or somebody else. Where the
 * retailer has to correct its own request, the promised day stays.
 */
export function stopsSwitchClock(reason: RejectionReason): boolean {
  return reason !== 'ours' && reason !== 'date'
}

export type SwitchStep = { step: SwitchStepName; code: string; happenedOn: MarketDay }

/** Returns the rejection that a switch has come to; undefined once it was sent again, accepted or ended. */
export function currentRejection<Step extends SwitchStep>(steps: readonly Step[]): Step | undefined {
  const latest = steps.at(-1)
  return latest?.step === 'rejected' ? latest : undefined
}
