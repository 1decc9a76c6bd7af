// Compressed answers over a real connection.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpResponse, createHttp } from '#engine/outside/http.ts'
import { createSeededRandom } from '#support/seeded.ts'

const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `container ${n} of a long list`).join('\n'))

async function requestAnswer(
  bytes: Uint8Array,
  encoding: string | null,
  maxBytes = TEXT.byteLength,
): Promise<{ response: HttpResponse; acceptEncoding: unknown }> {
  let acceptEncoding: unknown = null
  const server = createServer((request, response) => {
    acceptEncoding = request.headers['accept-encoding']
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
  return { response, acceptEncoding }
}

const compressedTexts: [encoding: string | null, bytes: Uint8Array][] = [
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

test.each(compressedTexts)('an answer compressed as %s is decompressed', async (encoding, bytes) => {
  const { response, acceptEncoding } = await requestAnswer(bytes, encoding)
  expect([Buffer.from(response.bytes).equals(TEXT), acceptEncoding]).toEqual([true, 'gzip, br'])
})

test('an empty answer is empty with any encoding', async () =>
  expect((await requestAnswer(Buffer.alloc(0), 'gzip')).response.bytes.byteLength).toBe(0))

test.each([
  ['gzip', gzipSync(TEXT).subarray(0, -9)],
  ['gzip', gzipSync(TEXT).subarray(0, 3)],
  ['gzip', TEXT],
  ['br', brotliCompressSync(TEXT).subarray(0, -9)],
  ['compress', TEXT],
])('an answer that is not valid %s, or of an unknown encoding, is broken', async (encoding, bytes) => {
  await expect(requestAnswer(bytes, encoding)).rejects.toMatchObject({ reason: 'broken' })
})

test.each(compressedTexts)(
  'an answer compressed as %s is too large if its decompressed size is over the limit',
  async (encoding, bytes) => {
    await expect(requestAnswer(bytes, encoding, TEXT.byteLength - 1)).rejects.toMatchObject({ reason: 'too-large' })
  },
)

test.each(['utf-8', 'none', 'aws-chunked', ''])(
  'an answer with the encoding “%s” is not decompressed',
  async (label) => {
    const { response } = await requestAnswer(TEXT, label)
    expect(Buffer.from(response.bytes).equals(TEXT)).toBe(true)
  },
)

test('the size limit applies to the decompressed size if the compressed one is larger', async () => {
  const random = createSeededRandom(1)
  const noise = Buffer.from(Array.from({ length: 100_000 }, () => Math.floor(random() * 256)))
  const packedNoise = gzipSync(noise)
  const { response } = await requestAnswer(packedNoise, 'gzip', noise.byteLength)
  expect([packedNoise.byteLength > noise.byteLength, Buffer.from(response.bytes).equals(noise)]).toEqual([true, true])
})
