// Takes in a retailer's files: `npm run import -- contracts FILE.json`, `npm run import -- curves FILE...`,
// `npm run import -- postcodes FILE.csv`, `npm run import -- futures FILE.csv`,
// `npm run import -- supply-register FILE.csv...`, `npm run import -- f1 FILE.xml...`, and files of lines as the retailer's
// systems send them: `npm run import -- invoices FILE.ndjson`.
import { runCommandLine } from './command-line.ts'
import { importContractsFile } from './import/contracts.ts'
import { importCurveFiles } from './import/curves.ts'
import { importF1Files } from './import/f1.ts'
import { importFuturesFile } from './import/futures.ts'
import { lineCommand } from './import/lines.ts'
import { importPostcodesFile } from './import/postcodes.ts'
import { importSupplyRegisterFiles } from './import/supply-register.ts'

await runCommandLine('import', [
  importContractsFile,
  importCurveFiles,
  importPostcodesFile,
  importFuturesFile,
  importSupplyRegisterFiles,
  importF1Files,
  ...(['customers', 'supply-points', 'multipoint-invoices', 'invoices', 'batteries', 'prices'] as const).map(
    lineCommand,
  ),
])
