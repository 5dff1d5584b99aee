// Takes in a retailer's files: `npm run import -- contracts FILE.json`, `npm run import -- curves FILE...`.
import { runCommandLine } from './command-line.ts'
import { importContractsFile } from './import/contracts.ts'
import { importCurveFiles } from './import/curves.ts'

await runCommandLine('import', [importContractsFile, importCurveFiles])
