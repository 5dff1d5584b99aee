/** The subject of the duties about the readings of the meter of a contract. */
export function subjectOfReadings(contractId: number) {
  return `readings:${contractId}` as const
}

/** The subject of the duties that follow from the end of a contract. */
export function subjectOfContractEnd(contractId: number) {
  return `contract_end:${contractId}` as const
}
