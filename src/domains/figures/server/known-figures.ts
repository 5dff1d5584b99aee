import type { Database } from '#db/database.ts'
import type { FigureSeries } from '#vocabulary/dated-figures.ts'
import { type RegulatedFigures, regulatedFigures } from '#vocabulary/regulated-figures.ts'

/** The figures that an operator may add rows to, as they are named in the table of its rows. */
const operatorSeries = [
  ...(['igic', 'ipsi', 'hydrocarbonTax', 'electricityTax', 'vat', 'socialBonusFunding'] as const),
  ...(['gasEnergyLeast', 'gasEnergyMost'] as const),
]

/**
 * The regulated figures with the operator's own rows. Where a row of the operator's and one of the product's hold on the
 * same day, the operator's counts: it knows of the newer norm.
 */
export async function knownFigures(db: Database): Promise<RegulatedFigures> {
  const rows = await db.selectFrom('regulated_figure').selectAll().orderBy('valid_from').execute()
  if (rows.length === 0) return regulatedFigures
  const figures = { ...regulatedFigures }
  for (const series of operatorSeries) {
    const own = rows.filter(({ name }) => name === regulatedFigures[series].name)
    const added = own.map(({ valid_from, valid_to, value, source }) => ({
      validFrom: valid_from,
      validTo: valid_to,
      value,
      source,
    }))
    figures[series] = withRows(regulatedFigures[series], added)
  }
  return figures
}

/** The operator's rows come first, so that they are found first. */
function withRows(series: FigureSeries, added: FigureSeries['rows']): FigureSeries {
  return added.length === 0 ? series : { ...series, rows: [...added, ...series.rows] }
}
