// How an IBAN is shown, apart from checking it: the rules of all countries are far longer than this.

/** Splits an IBAN into groups of four for reading. */
export function splitIban(iban: string): string[] {
  return iban.match(/.{1,4}/g)!
}

/**
 * Returns the masked IBAN for display where it only has to be recognised: `ES94 •••• 3157`. An IBAN that is already
 * masked is returned unchanged.
 */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
}
