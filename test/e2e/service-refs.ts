// References of a container at the service, read and changed like by its web application.
import { expect } from 'vitest'
import type { Service } from './stage.ts'

export async function loadServiceRefs({ ready }: Service, id: string): Promise<unknown> {
  const answer = await fetch(`${ready.url}/containers/${id}`, { headers: { authorization: `Token ${ready.key}` } })
  return ((await answer.json()) as { data: { attributes: Record<string, unknown> } }).data.attributes['ref_numbers']
}

export async function changeServiceRefs({ ready }: Service, id: string, refs: string[]): Promise<void> {
  const body = JSON.stringify({ data: { type: 'container', id, attributes: { ref_numbers: refs } } })
  const answer = await fetch(`${ready.url}/containers/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Token ${ready.key}`, 'content-type': 'application/vnd.api+json' },
    body,
  })
  expect(answer.status).toBe(200)
}
