/**
 * Yields rows in batches of at most a size, each read after the last row of the one before, so that no list is held as a
 * whole and none is counted through. A batch that is not full is the last one.
 */
export async function* readBatches<Row>(
  size: number,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  do {
    rows = await readAfter(rows.at(-1))
    if (rows.length > 0) yield rows
  } while (rows.length === size)
}
