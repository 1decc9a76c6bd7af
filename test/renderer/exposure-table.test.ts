// The first column of the table of estimated costs.
import { expect, test } from 'vitest'
import { createApp } from 'vue'
import ExposureTable from '../../src/renderer/src/features/rates/ExposureTable.vue'

function listDays(firstDate: number) {
  const days = Array.from({ length: 5 }, (_, inDays) => ({ inDays, date: `2026-11-${firstDate + inDays}`, totals: [] }))
  const place = document.createElement('div')
  // Noon in UTC is 20 or 21 November in every zone of this computer.
  const app = createApp(ExposureTable, { days, currencies: ['USD'], now: Date.parse('2026-11-20T12:00:00Z') })
  app.mount(place)
  const texts = [...place.querySelectorAll('tbody th')].map(({ textContent }) => textContent)
  app.unmount()
  return texts
}

test('“Today” is the user’s own date, and an earlier first date is today at the terminals', () => {
  const days = listDays(18)
  expect(days.slice(0, 2)).toEqual(['Today at terminals, Wed 18 Nov', 'Thu 19 Nov'])
  expect(days.slice(2).filter((day) => day.startsWith('Today, '))).toHaveLength(1)
  expect(listDays(22)[0]).toBe('Today at terminals, Sun 22 Nov')
})
