// The only outgoing requests of the service: a POST to the address of a webhook. Redirects are not followed.

export type Delivery = { url: string; headers: Record<string, string>; body: Uint8Array }
export type DeliveryAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends a delivery. Rejects if no answer arrives, or not in time. */
export type Post = (delivery: Delivery) => Promise<DeliveryAnswer>

const TIMEOUT_MS = 10_000
/** Only this many bytes of an answer are read. */
const MAX_BYTES = 16_384

export const postByHttp: Post = async ({ url, headers, body }) => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: Buffer.from(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await readFirstBytes(response),
  }
}

async function readFirstBytes(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < MAX_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.byteLength
  }
  await reader.cancel()
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_BYTES))
}
