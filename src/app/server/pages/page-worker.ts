// Renders pages in a thread of its own, so that calls are answered meanwhile.
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { RenderingPrograms } from '#app/rendering-program.ts'
import type { TransportRequest } from '#kit/web/send.ts'
import { type InternalResponse, type PageTemplate, renderTemplate } from './page-template.ts'
import {
  type FromWorker,
  programOf,
  type RenderOrder,
  type ToWorker,
  toError,
  toSentError,
} from './page-worker-messages.ts'

// Where cores are few, calls go first. On Linux each thread has a priority of its own; elsewhere it is that of the process.
const addedNiceness = 5
if (process.platform === 'linux') setPriority(getPriority() + addedNiceness)

const programs = (await import((workerData as { entry: string }).entry)) as RenderingPrograms
const calls = new Map<number, PromiseWithResolvers<InternalResponse>>()
let callCount = 0

const post = (message: FromWorker, transferred: ArrayBuffer[] = []) => parentPort!.postMessage(message, transferred)

async function render({ id, program, ...request }: RenderOrder) {
  try {
    const transport = (call: TransportRequest) => sendFromMainThread(id, call)
    const page = await renderTemplate(programOf(programs, program), { ...request, transport })
    if (page.kind === 'failed') throw page.error
    post({ kind: 'rendered', id, page }, page.kind === 'page' ? buffersOf(page.template) : [])
  } catch (error) {
    post({ kind: 'failed', id, error: toSentError(error) })
  }
}

function buffersOf(template: PageTemplate): ArrayBuffer[] {
  return [...new Set(template.flatMap((part) => (typeof part === 'string' ? [] : [part.buffer])))]
}

function sendFromMainThread(id: number, { method, path, headers, body }: TransportRequest) {
  const callId = ++callCount
  const answer = Promise.withResolvers<InternalResponse>()
  calls.set(callId, answer)
  post({ kind: 'call', id, callId, call: { method, path, headers, body } })
  return answer.promise.finally(() => calls.delete(callId))
}

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'render') void render(message)
  else if (message.kind === 'response') calls.get(message.callId)?.resolve(message.response)
  else calls.get(message.callId)?.reject(toError(message.error))
})
