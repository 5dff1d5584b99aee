import {
  type Judged,
  judgeFaultyBills,
  judgeRightBills,
} from '#domains/bill-checks/server/check/measure-checks-testing.ts'

/** Prints how the check of bills judges generated bills: right ones of every kind, and ones with a single fault each. */
const rightBills = judgeRightBills(60)
const faultyBills = judgeFaultyBills(8)

print('right bills', rightBills)
print('bills with one fault', faultyBills)

const count = (judged: readonly Judged[], of: keyof Omit<Judged, 'name'>) =>
  judged.reduce((sum, each) => sum + each[of], 0)
console.log(`${count(rightBills, 'bills')} right bills: ${count(rightBills, 'wrong')} false alarms`)
const named = count(faultyBills, 'named')
const faulty = count(faultyBills, 'bills')
console.log(
  `${faulty} bills with one of ${faultyBills.length} faults: ${named} named (${((100 * named) / faulty).toFixed(1)} %), ` +
    `${count(faultyBills, 'unknown')} cannot be told, ${count(faultyBills, 'right')} called right`,
)

function print(title: string, judged: readonly Judged[]) {
  console.log(`${title}:`)
  console.table(Object.fromEntries(judged.map(({ name, ...counts }) => [name, counts])))
}
