/**
 * Asks for many keys at once what is asked for one by one: while an answer is under way, further keys wait and are then
 * asked for together. Nobody gets an answer that was asked for before their own question.
 */
export function gathered<Key, Found>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  type Question = { key: Key; answer: (found: Found | undefined) => void; fail: (error: unknown) => void }
  let waiting: Question[] = []
  let isAsking = false

  async function askForAll() {
    isAsking = true
    while (waiting.length) {
      const questions = waiting
      waiting = []
      try {
        const found = await ask([...new Set(questions.map(({ key }) => key))])
        for (const { key, answer } of questions) answer(found.get(key))
      } catch (error) {
        for (const { fail } of questions) fail(error)
      }
    }
    isAsking = false
  }

  return (key) =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail })
      if (!isAsking) void askForAll()
    })
}
