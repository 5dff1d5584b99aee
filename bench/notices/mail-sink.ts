// A mail server that accepts everything and tells, once a second, how many mails it received and of how many contracts. A mail
// that is sent again after its worker was killed has the same id.
import { SMTPServer } from 'smtp-server'

const ids = new Set<string>()
let received = 0
const server = new SMTPServer({
  ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true, maxClients: 50 },
  onData(stream, _, done) {
    let head = ''
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 4_000) head += chunk
    })
    stream.on('end', () => {
      received++
      ids.add(/^message-id:\s*(\S+)/im.exec(head)?.[1] ?? '')
      done()
    })
  },
})
// A worker that is killed leaves its connections.
server.on('error', () => {})
server.listen(0, '127.0.0.1', report)
setInterval(report, 1_000)
process.on('disconnect', () => process.exit())

function report() {
  const address = server.server.address()
  process.send!({ port: typeof address === 'object' && address?.port, received, receivers: ids.size })
}
