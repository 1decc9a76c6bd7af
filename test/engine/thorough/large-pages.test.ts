// While a page takes long to write, other work continues, and the engine can be stopped in between.
import { expect, test } from 'vitest'
import { alterJson } from '#support/network.ts'
import { startSyncedEngine } from '#support/synced-engine.ts'

const CONTAINERS = 2_000
const isList = (url: string) => /\/v2\/containers\?/.test(url)
const records = Array.from({ length: CONTAINERS }, (_, n) => ({
  type: 'container',
  id: `made-${n}`,
  attributes: { number: `MSCU${1_000_000 + n}` },
}))
const largePage = alterJson((body) => ({
  ...body,
  data: records,
  included: [],
  links: {},
  meta: { total: CONTAINERS },
}))
const startWithLargePage = () =>
  startSyncedEngine({
    containers: 3,
    beforeStart: (network) => network.fault(({ url }) => (isList(url) ? largePage : null)),
  })

test('calls are answered between the parts of a page, and the engine stops in the middle of it', async () => {
  const engine = await startWithLargePage()
  const countContainers = async () => (await engine.client.call('status.get', {})).rows.containers
  const advancing = engine.clock.advance(5_000)
  while ((await countContainers()) === 0) await engine.clock.flush()
  await engine.stop()
  await advancing
  await engine.restart()
  const written = await countContainers()
  expect([written > 0, written < CONTAINERS]).toEqual([true, true])
  // The page is read once more, from its beginning.
  await engine.clock.advanceUntil(
    async () => (await engine.client.call('sync.status', {})).lastCompleteAt !== null,
    60_000,
  )
  expect(await countContainers()).toBe(CONTAINERS)
})
