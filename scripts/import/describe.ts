import type { WholeReport } from '#domains/integration/server/take-whole.ts'
import { describeReport } from './contracts-report.ts'
import { describeCurveReports } from './curves-report.ts'
import { describeF1 } from './f1-report.ts'
import { describeFutures } from './futures-report.ts'
import { describeLines } from './lines-report.ts'
import { describeTowns } from './postcodes-report.ts'
import { describeRegister } from './supply-register-report.ts'

/** What became of a file, in lines for people; `refusals` are the first lines of its report. */
export function describe(file: string, told: WholeReport, refusals: readonly string[]): string {
  switch (told.of) {
    case 'lines':
      return describeLines(file, told.report, refusals)
    case 'f1':
      return describeF1(file, told.report)
    case 'contracts-file':
      return describeReport(told.report)
    case 'meter-file':
      return describeCurveReports(told.report)
    case 'postcodes':
      return describeTowns(file, told.report)
    case 'futures':
      return describeFutures(file, told.report)
    case 'supply-register':
      return describeRegister(file, told.report)
  }
}
