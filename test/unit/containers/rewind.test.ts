// Restores an earlier record: the changes between two reads lead from the later record to the earlier one.
import { describe, expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { diffResource } from '#engine/mirror/history/diff.ts'
import { rewind } from '#engine/containers/past-records.ts'

const createHeldContainer = (...holds: string[]): Resource => ({
  type: 'container',
  id: 'c1',
  attributes: { holds_at_pod_terminal: holds.map((text) => ({ name: text.split(' ')[0], description: text })) },
  relationships: {},
})

describe('holds with equal names', () => {
  const lists = [
    [],
    ['customs 1'],
    ['customs 1', 'customs 2'],
    ['customs 2', 'customs 1', 'customs 3'],
    ['freight 1', 'customs 1', 'customs 3'],
  ]
  test.each(lists.flatMap((before) => lists.map((after) => [before, after] as const)))(
    'are restored to %j from %j',
    (before, after) => {
      const steps = diffResource(createHeldContainer(...before), createHeldContainer(...after)).reverse()
      const { attributes } = rewind(createHeldContainer(...after), steps, () => 'terminal')
      const holds = attributes['holds_at_pod_terminal'] as { name: string; description: string }[]
      const ofName = (name: string) => holds.filter((hold) => hold.name === name).map(({ description }) => description)
      expect([...ofName('customs'), ...ofName('freight')]).toEqual([
        ...before.filter((text) => text.startsWith('customs')),
        ...before.filter((text) => text.startsWith('freight')),
      ])
    },
  )

  test('are restored over many reads', () => {
    const reads = [...lists, ...lists.toReversed()].map((holds) => createHeldContainer(...holds))
    const steps = reads.flatMap((read, n) => (n === 0 ? [] : diffResource(reads[n - 1]!, read))).reverse()
    expect(rewind(reads.at(-1)!, steps, () => 'terminal').attributes['holds_at_pod_terminal']).toEqual([])
  })
})
