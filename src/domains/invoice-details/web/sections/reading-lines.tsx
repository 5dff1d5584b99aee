import { useQuery } from '@tanstack/react-query'
import { useReadingHref } from '#domains/contracts/web/details/use-reading-href.ts'
import { ReadingDuties } from '#domains/duties/web/contract-duties.tsx'
import { useSend } from '#kit/web/portal.ts'
import { readingDutiesQuery } from '../queries.ts'

/** By when the meter of an invoice with an estimated reading is really read. Empty if that cannot be loaded. */
export function ReadingLines({ contractName }: { contractName: string }) {
  const { data: duties = [] } = useQuery(readingDutiesQuery(useSend(), contractName))
  const readingAddress = useReadingHref(contractName)
  return <ReadingDuties {...{ duties, readingAddress }} />
}
