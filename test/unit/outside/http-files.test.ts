// Request bodies from files, over a real connection.
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpFailure, createHttp } from '#engine/outside/http.ts'
import { tempDir } from '#support/test-engine.ts'

type Received = { headers: NodeJS.Dict<string | string[]>; bytes: number }

async function startServer(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
    })
    request.on('end', () => {
      received.push({ headers: request.headers, bytes })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/put`, received }
}

const SIZE = 3_000_001

test('a file is sent unchanged with its length, and its progress is reported', async () => {
  const { url, received } = await startServer()
  const file = join(tempDir(), 'content')
  writeFileSync(file, Buffer.alloc(SIZE, 7))
  const progress: number[] = []
  const body = { file, sizeBytes: SIZE, onSent: (chunk: Uint8Array) => progress.push(chunk.byteLength) }
  const { status } = await createHttp().send(
    { method: 'PUT', url, headers: { 'Content-Type': 'application/pdf' }, body, maxBytes: 1_000 },
    new AbortController().signal,
  )
  expect([
    status,
    received[0]?.bytes,
    received[0]?.headers['content-length'],
    received[0]?.headers['content-type'],
    received[0]?.headers['transfer-encoding'],
  ]).toEqual([204, SIZE, String(SIZE), 'application/pdf', undefined])
  expect([progress.length > 3, progress.reduce((sum, one) => sum + one, 0)]).toEqual([true, SIZE])
})

test('a missing file fails as unreadable, not as a network failure', async () => {
  const { url } = await startServer()
  const body = { file: join(tempDir(), 'nothing'), sizeBytes: 5 }
  const sending = createHttp().send(
    { method: 'PUT', url, headers: {}, body, maxBytes: 1_000 },
    new AbortController().signal,
  )
  await expect(sending).rejects.toMatchObject({ reason: 'unreadable' } satisfies Partial<HttpFailure>)
})
