import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ContainerFilter } from '#contract/containers.ts'
import { inScope, connectLinks } from '#support/links.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { useFacets } from '../../src/renderer/src/features/containers/useFacets.ts'

test('the choices of a filter are read again for another filter, and after a change of data only while they are visible', async () => {
  const engine = await startScreenEngine({ containers: 20 })
  const { links } = connectLinks(engine)
  const filter = ref<ContainerFilter>({ scope: 'all' })
  const {
    value: { facets, isOpen },
  } = inScope(() => useFacets(links.engine, () => filter.value))
  const countReads = async () => {
    await nextTick()
    await engine.flush()
    return engine.calls.filter(({ name }) => name === 'containers.facets').length
  }
  const counts = [await countReads()]
  for (let change = 0; change < 10; change++) engine.announce({ topic: 'containers', ids: null })
  counts.push(await countReads())
  isOpen.value = true
  counts.push(await countReads())
  engine.announce({ topic: 'shipments', ids: null })
  counts.push(await countReads())
  isOpen.value = false
  counts.push(await countReads())
  isOpen.value = true
  counts.push(await countReads())
  isOpen.value = false
  filter.value = { scope: 'open' }
  counts.push(await countReads())
  expect([counts, facets.value?.bands.length]).toEqual([[1, 1, 2, 3, 3, 3, 4], expect.any(Number)])
})
