// Who can clear a hold.
import { expect, test } from 'vitest'
import { getClearedBy } from '#engine/charges/handlers.ts'

test.each([
  ['freight', 'line'],
  ['customs', 'broker'],
  ['VACIS', 'broker'],
  ['USDA', 'broker-usda'],
  ['TMF', 'payer'],
  ['other', 'terminal'],
  ['Customs', 'broker'],
  ['FREIGHT ', 'line'],
  ['vacis', 'broker'],
  ['usda', 'broker-usda'],
  ['tmf', 'payer'],
  ['toString', 'terminal'],
  ['an unknown hold', 'terminal'],
  ['', 'terminal'],
])('the hold %j is cleared by the %s', (name, who) => expect(getClearedBy(name)).toBe(who))
