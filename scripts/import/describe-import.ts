import type { ImportFileReport } from '#domains/integration/server/import-file-source.ts'
import { describeBankReturns } from './bank-returns-report.ts'
import { describeContractsReport } from './contracts-report.ts'
import { describeCurveReports } from './curves-report.ts'
import { describeF1 } from './f1-report.ts'
import { describeFutures } from './futures-report.ts'
import { describeLines } from './lines-report.ts'
import { describeTowns } from './postcodes-report.ts'
import { describeRegister } from './supply-register-report.ts'

/** Describes the result of a file in readable lines; `refusals` are the first lines of its report. */
export function describeImport(file: string, report: ImportFileReport, refusals: readonly string[]): string {
  switch (report.of) {
    case 'lines':
      return describeLines(file, report.report, refusals)
    case 'f1':
      return describeF1(file, report.report)
    case 'bank-returns':
      return describeBankReturns(file, report.report)
    case 'contracts-file':
      return describeContractsReport(report.report)
    case 'meter-file':
      return describeCurveReports(report.report)
    case 'postcodes':
      return describeTowns(file, report.report)
    case 'futures':
      return describeFutures(file, report.report)
    case 'supply-register':
      return describeRegister(file, report.report)
  }
}
