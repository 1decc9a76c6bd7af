// The tests of this folder run in several projects, each in the zone of its name.
import { expect, test } from 'vitest'

test('the zone of this computer is that of the project', () => {
  expect(process.env['TZ']).toMatch(/^(UTC|America\/Los_Angeles|Asia\/Kolkata|Pacific\/Auckland)$/)
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone.replace('Calcutta', 'Kolkata')).toBe(process.env['TZ'])
  expect(new Date(2026, 0, 1, 12).getTimezoneOffset()).toBe(
    { UTC: 0, 'America/Los_Angeles': 480, 'Asia/Kolkata': -330, 'Pacific/Auckland': -780 }[String(process.env['TZ'])],
  )
})
