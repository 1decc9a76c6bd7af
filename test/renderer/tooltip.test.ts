// The one tooltip of a grid.
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useTip } from '../../src/renderer/src/ui/grid/useTip.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const Cells = defineComponent(() => {
  const { tip, onPointerOver, hide, dismiss } = useTip((cell) => cell.textContent)
  const createCell = (text: string) => h('div', { role: 'gridcell', 'data-key': text }, [h('span', text)])
  return () =>
    h('div', { onPointerover: onPointerOver, onPointerleave: hide, onMousedown: dismiss }, [
      createCell('one'),
      createCell('two'),
      h('output', tip.value?.text ?? ''),
    ])
})

test('of a clicked cell does not return while the pointer stays in the cell', async () => {
  const cells = mount(Cells)
  const rest = async (selector: string) => {
    await cells.get(selector).trigger('pointerover')
    await vi.advanceTimersByTimeAsync(1_000)
    return cells.get('output').text()
  }
  expect(await rest('[data-key=one]')).toBe('one')
  await cells.get('[data-key=one]').trigger('mousedown')
  expect(await rest('[data-key=one] span')).toBe('')
  expect(await rest('[data-key=two]')).toBe('two')
  await cells.trigger('pointerleave')
  expect(await rest('[data-key=one]')).toBe('one')
})
