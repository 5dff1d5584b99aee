import { type Energy, folded, searchWords } from '../rules.ts'

type Choice = { energy: Energy; name: string; address: string }

/** The contracts other than the present one that have all the words of a search in their address or number. */
export function choicesFor<C extends Choice>(
  all: readonly C[],
  present: { energy: Energy; name: string },
  text: string,
): C[] {
  const words = searchWords(text)
  return all.filter((choice) => {
    if (choice.name === present.name && choice.energy === present.energy) return false
    const looked = folded(`${choice.address} ${choice.name}`)
    return words.every((word) => looked.includes(word))
  })
}
