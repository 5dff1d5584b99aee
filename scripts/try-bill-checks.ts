import {
  type Judged,
  judgeFaultyBills,
  judgeRightBills,
  leastShareNamed,
} from '#domains/bill-checks/server/check/measure-checks-testing.ts'

/**
 * Prints how the check of bills judges generated bills: right ones of every kind, and ones with a single fault each. Exits with 1
 * if it raises a false alarm, calls a faulty bill right, or names too few faults.
 */
const rightBills = judgeRightBills(60)
const faultyBills = judgeFaultyBills(8)

print('right bills', rightBills)
print('bills with one fault', faultyBills)

const count = (judged: readonly Judged[], of: keyof Omit<Judged, 'name'>) =>
  judged.reduce((sum, each) => sum + each[of], 0)
const falseAlarms = count(rightBills, 'wrong')
console.log(`${count(rightBills, 'bills')} right bills: ${falseAlarms} false alarms`)
const named = count(faultyBills, 'named')
const faulty = count(faultyBills, 'bills')
const calledRight = count(faultyBills, 'right')
console.log(
  `${faulty} bills with one of ${faultyBills.length} faults: ${named} named (${((100 * named) / faulty).toFixed(1)} %), ` +
    `${count(faultyBills, 'unknown')} cannot be told, ${calledRight} called right (goal: ${100 * leastShareNamed} % named, none called right)`,
)
process.exitCode = falseAlarms === 0 && calledRight === 0 && named >= leastShareNamed * faulty ? 0 : 1

function print(title: string, judged: readonly Judged[]) {
  console.log(`${title}:`)
  console.table(Object.fromEntries(judged.map(({ name, ...counts }) => [name, counts])))
}
