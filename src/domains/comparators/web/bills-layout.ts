/** A part of a bill, from the bottom up, in euros. */
export type BillPart = { label: string; amount: number; tone: 'strong' | 'middle' | 'plain' }

/** A part as drawn: from `y` down, `height` high. */
export type DrawnPart = BillPart & { y: number; height: number }

export const drawingHeight = 340
/** Room above the highest bar for its two lines of text. */
const headRoom = 52

/** Stacks the parts of both bills on one scale, aligned at the bottom of the drawing. */
export function layOutBills(bills: readonly (readonly BillPart[])[]): { parts: DrawnPart[]; top: number }[] {
  const highest = Math.max(...bills.map(sumOf), 0.01)
  const scale = (drawingHeight - headRoom) / highest
  return bills.map((bill) => {
    let foot = drawingHeight
    const parts = bill.map((part) => {
      const height = Math.max(0, part.amount) * scale
      foot -= height
      return { ...part, y: foot, height }
    })
    return { parts, top: foot }
  })
}

function sumOf(parts: readonly BillPart[]): number {
  return parts.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
}
