// References of a container: added on screen, and read and changed at the service like by its web application.
import { expect } from 'vitest'
import { type Board, eventually } from './board.ts'
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

/** Adds a reference in the panel that is open. */
export async function addReference(board: Board, reference: string): Promise<void> {
  await board.by('change-refs').click()
  await eventually(() => board.focusedId()).toBe('add-refs')
  await board.page.keyboard.type(reference)
  await board.press('Enter', 'Enter')
  await eventually(() => board.by('add-refs').count()).toBe(0)
}
