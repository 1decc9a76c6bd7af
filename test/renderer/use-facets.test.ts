// When the choices of a container filter are read.
import { describe, expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ContainerFilter } from '#contract/containers.ts'
import { inScope, connectLinks } from '#support/links.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { useFacets } from '../../src/renderer/src/features/containers/useFacets.ts'

/** `countReads` returns how often the choices were read since its last call. */
async function start() {
  const engine = await startScreenEngine({ containers: 20 })
  const { links } = connectLinks(engine)
  const filter = ref<ContainerFilter>({ scope: 'all' })
  const {
    value: { facets, isOpen },
  } = inScope(() => useFacets(links.engine, () => filter.value))
  let countedReads = 0
  const countReads = async () => {
    await nextTick()
    await engine.flush()
    const reads = engine.calls.filter(({ name }) => name === 'containers.facets').length
    const newReads = reads - countedReads
    countedReads = reads
    return newReads
  }
  expect(await countReads(), 'reads at the start').toBe(1)
  return { engine, filter, facets, isOpen, countReads }
}

describe('the choices of a filter', () => {
  test('are read at the start, and again for another filter', async () => {
    const { filter, facets, countReads } = await start()
    filter.value = { scope: 'open' }
    expect(await countReads()).toBe(1)
    expect(facets.value?.bands.length).toBeGreaterThan(0)
  })

  test('are read after a change of data while the menu is open', async () => {
    const { engine, isOpen, countReads } = await start()
    isOpen.value = true
    expect(await countReads(), 'without a change').toBe(0)
    engine.announce({ topic: 'shipments', ids: null })
    expect(await countReads()).toBe(1)
  })

  test('are read once when the menu opens after changes of data while it was closed', async () => {
    const { engine, isOpen, countReads } = await start()
    for (let change = 0; change < 10; change++) engine.announce({ topic: 'containers', ids: null })
    expect(await countReads(), 'while closed').toBe(0)
    isOpen.value = true
    expect(await countReads(), 'when it opens').toBe(1)
    isOpen.value = false
    isOpen.value = true
    expect(await countReads(), 'when it opens again').toBe(0)
  })
})
