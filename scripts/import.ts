// Takes in a retailer's files: `npm run import -- contracts FILE.json`, `npm run import -- curves FILE...`,
// `npm run import -- postcodes FILE.csv`, `npm run import -- futures FILE.csv`,
// `npm run import -- supply-register FILE.csv...`.
import { runCommandLine } from './command-line.ts'
import { importContractsFile } from './import/contracts.ts'
import { importCurveFiles } from './import/curves.ts'
import { importFuturesFile } from './import/futures.ts'
import { importPostcodesFile } from './import/postcodes.ts'
import { importSupplyRegisterFiles } from './import/supply-register.ts'

await runCommandLine('import', [
  importContractsFile,
  importCurveFiles,
  importPostcodesFile,
  importFuturesFile,
  importSupplyRegisterFiles,
])
