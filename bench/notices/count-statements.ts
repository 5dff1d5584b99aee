// Loaded into the worker before its program: counts its statements, and tells the bench once a second.
import { statementDone } from '#kit/server/database.ts'

let statements = 0
statementDone.subscribe(() => {
  statements++
})
setInterval(() => process.send?.({ statements }), 1_000).unref()
