import type { Energy } from '#vocabulary/energies.ts'
import { foldText, splitSearchTerms } from '../../rules.ts'

type Choice = { energy: Energy; name: string; address: string }

/** Returns the contracts other than the present one whose address or number contains all search terms. */
export function filterChoices<C extends Choice>(
  all: readonly C[],
  present: { energy: Energy; name: string },
  text: string,
): C[] {
  const searchTerms = splitSearchTerms(text)
  return all.filter((choice) => {
    if (choice.name === present.name && choice.energy === present.energy) return false
    const searchedText = foldText(`${choice.address} ${choice.name}`)
    return searchTerms.every((term) => searchedText.includes(term))
  })
}
