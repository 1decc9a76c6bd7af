// A utility process for tests of Electron. It answers messages from main, and messages over a port that main sends.
import { createRequire } from 'node:module'
import tls from 'node:tls'
import { getHeapStatistics } from 'node:v8'

const BLOB_BYTES = 1_500_000

/** @type {Record<string, () => unknown>} */
const answers = {
  exit: () => process.exit(3),
  abort: () => {
    for (let line = 0; line < 300; line += 1) process.stderr.write(`line ${line}\n`)
    process.abort()
  },
  heapLimit: () => getHeapStatistics().heap_size_limit,
  sqlite: () => {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    const blob = Buffer.alloc(BLOB_BYTES, 'quay')
    const database = new Database(':memory:')
    const { value } = database.prepare('SELECT ? AS value').get(blob)
    database.close()
    return { bytes: value.length, isSame: value.equals(blob) }
  },
  certificates: () => {
    try {
      tls.setDefaultCACertificates([
        ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
      ])
      return { problem: null, isTrusted: tls.getCACertificates('default').length > 0 }
    } catch (error) {
      return { problem: String(error), isTrusted: false }
    }
  },
}

process.parentPort.on('message', ({ data, ports }) => {
  const answer = answers[data]
  if (answer) {
    process.parentPort.postMessage(answer())
    return
  }
  const [port] = ports
  if (!port) {
    process.parentPort.postMessage({ received: data, type: process.type })
    return
  }
  port.on('message', ({ data: request }) => {
    if (request === 'close') port.close()
    else port.postMessage({ received: request })
  })
  port.on('close', () => {
    process.parentPort.postMessage('port closed')
  })
  port.start()
})
