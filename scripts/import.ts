// Imports a retailer's files: `npm run import -- contracts FILE.json`, `npm run import -- curves FILE...`, `npm run
// import -- postcodes FILE.csv`, `npm run import -- futures FILE.csv`, `npm run import -- supply-register FILE.csv...`,
// `npm run import -- f1 FILE.xml...`, and files of lines as the retailer's systems send them: `npm run import --
// invoices FILE.ndjson`.
import { processTerminal, runCommandLine } from './command-line.ts'
import { importProgram } from './import/program.ts'

process.exitCode = await runCommandLine(importProgram, processTerminal)
