// Checks whether an address works with a key, before either is stored. Uses the budget of that key.
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from './client.ts'
import { normalizeBaseUrl } from './addresses.ts'

export type ConnectionCheck = { serviceUrl: string; containers: number | null }

/** How long the request may wait for a permit of the budget. */
const PATIENCE_MS = 15_000

export async function checkConnection(
  createClientFor: (baseUrl: string) => ApiClient,
  typedUrl: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<ConnectionCheck> {
  const serviceUrl = normalizeBaseUrl(typedUrl)
  if (apiKey === '') throw new AppError('api/no-key')
  const client = createClientFor(serviceUrl)
  const { document } = await client.read(
    { path: '/containers?page[size]=1', priority: 0, signal, patienceMs: PATIENCE_MS },
    'container',
  )
  return { serviceUrl, containers: document.total }
}
