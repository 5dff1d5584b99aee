/** Logs a warning before the server's logger exists, in the same line format. */
export function logEarly(message: string, details: object = {}) {
  console.log(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, ...details, msg: message }))
}
