import type { DutyKind } from '../../kinds.ts'
import { ruleOf } from '../../kinds.ts'

/** The powers that can be asked for, in kilowatts. */
export const maxRequestedKilowatts = 100_000
export const maxNoteLength = 500

const msPerDay = 86_400_000
/** An event is recorded within a year, and one that is to come within two. */
const [mostDaysAgo, mostDaysAhead] = [366, 731]

/** What an operator records of an event that happened outside the product. */
export type RecordedInput = {
  kind: DutyKind
  at: Date
  topic: string | undefined
  requestedKilowatts: number | undefined
  /** What the event is about, as far as it is known. */
  about: 'contract' | 'customer' | 'unknown'
}

/** The problems of what was recorded, by the field. */
export type RecordProblem =
  | readonly ['about', 'about_unknown' | 'contract_needed']
  | readonly ['day', 'day_to_come' | 'day_long_ago' | 'day_far_ahead']
  | readonly ['topic', 'topic_needed']
  | readonly ['power', 'power_needed']

/** Returns what is wrong with a recorded event, field by field. */
export function findRecordProblems(input: RecordedInput, now: Date): RecordProblem[] {
  const { counting, recorded } = ruleOf(input.kind)
  const problems: (RecordProblem | null)[] = [
    findAboutProblem(input.about, recorded?.about ?? 'contract'),
    findDayProblem(input.at, { now, isToCome: counting === 'ahead' }),
    isOneTopicOf(recorded?.topics, input.topic) ? null : ['topic', 'topic_needed'],
    recorded?.isPowerAsked && input.requestedKilowatts === undefined ? ['power', 'power_needed'] : null,
  ]
  return problems.filter((problem) => problem !== null)
}

function findAboutProblem(about: RecordedInput['about'], needed: 'contract' | 'customer'): RecordProblem | null {
  if (about === 'unknown') return ['about', 'about_unknown']
  return needed === 'contract' && about !== 'contract' ? ['about', 'contract_needed'] : null
}

function findDayProblem(at: Date, { now, isToCome }: { now: Date; isToCome: boolean }): RecordProblem | null {
  const days = (at.getTime() - now.getTime()) / msPerDay
  if (days > 0 && !isToCome) return ['day', 'day_to_come']
  if (days > mostDaysAhead) return ['day', 'day_far_ahead']
  return days < -mostDaysAgo ? ['day', 'day_long_ago'] : null
}

function isOneTopicOf(topics: readonly string[] | undefined, topic: string | undefined): boolean {
  return topics === undefined || topicOf(topics, topic) !== undefined
}

/** Returns the topic that the norms of a kind distinguish: the chosen one, or the only one. */
export function topicOf(topics: readonly string[], chosen: string | undefined): string | undefined {
  return topics.length === 1 ? topics[0] : topics.find((topic) => topic === chosen)
}
