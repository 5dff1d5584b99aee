import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Starts each piece of work in a turn of the event loop of its own, in their order. What arrives meanwhile comes between
 * them instead of after them all; none waits until another is done.
 */
export function turnByTurn(): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let lastTurn: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const turn = lastTurn.then(() => nextTurn())
    lastTurn = turn
    await turn
    return work()
  }
}
