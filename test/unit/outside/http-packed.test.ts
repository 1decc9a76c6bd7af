// Answers that come packed, over a real line.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpResponse, createHttp } from '#engine/outside/http.ts'
import { seeded } from '#support/seeded.ts'

const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `container ${n} of a long list`).join('\n'))

async function answerOf(
  bytes: Uint8Array,
  encoding: string | null,
  maxBytes = TEXT.byteLength,
): Promise<{ response: HttpResponse; asked: unknown }> {
  let asked: unknown = null
  const server = createServer((request, response) => {
    asked = request.headers['accept-encoding']
    response
      .writeHead(200, {
        'content-type': 'application/json',
        ...(encoding === null ? {} : { 'content-encoding': encoding }),
      })
      .end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/containers`
  const response = await createHttp().send({ method: 'GET', url, headers: {}, maxBytes }, new AbortController().signal)
  return { response, asked }
}

const packed: [encoding: string | null, bytes: Uint8Array][] = [
  ['gzip', gzipSync(TEXT)],
  ['gzip', Buffer.concat([gzipSync(TEXT.subarray(0, 9)), gzipSync(TEXT.subarray(9))])],
  ['GZIP', gzipSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  ['br, gzip', gzipSync(brotliCompressSync(TEXT))],
  ['identity', TEXT],
  ['Identity', TEXT],
  [null, TEXT],
]

test.each(packed)('an answer packed as %s is the same', async (encoding, bytes) => {
  const { response, asked } = await answerOf(bytes, encoding)
  expect([Buffer.from(response.bytes).equals(TEXT), asked]).toEqual([true, 'gzip, br'])
})

test('nothing at all is nothing, whatever it is said to be packed in', async () => {
  expect((await answerOf(Buffer.alloc(0), 'gzip')).response.bytes.byteLength).toBe(0)
})

test.each([
  ['gzip', gzipSync(TEXT).subarray(0, -9)],
  ['gzip', gzipSync(TEXT).subarray(0, 3)],
  ['gzip', TEXT],
  ['br', brotliCompressSync(TEXT).subarray(0, -9)],
  ['compress', TEXT],
])('packed as %s and cut short, or in no way we know: a broken answer', async (encoding, bytes) => {
  await expect(answerOf(bytes, encoding)).rejects.toMatchObject({ reason: 'broken' })
})

test.each(packed)('packed as %s and longer than allowed once unpacked: too large', async (encoding, bytes) => {
  await expect(answerOf(bytes, encoding, TEXT.byteLength - 1)).rejects.toMatchObject({ reason: 'too-large' })
})

test.each(['utf-8', 'none', 'aws-chunked', ''])('storage that calls a file “%s” has not packed it', async (label) => {
  const { response } = await answerOf(TEXT, label)
  expect(Buffer.from(response.bytes).equals(TEXT)).toBe(true)
})

test('a file that packing makes longer is no longer than it is', async () => {
  const random = seeded(1)
  const noise = Buffer.from(Array.from({ length: 100_000 }, () => Math.floor(random() * 256)))
  const packedNoise = gzipSync(noise)
  const { response } = await answerOf(packedNoise, 'gzip', noise.byteLength)
  expect([packedNoise.byteLength > noise.byteLength, Buffer.from(response.bytes).equals(noise)]).toEqual([true, true])
})
