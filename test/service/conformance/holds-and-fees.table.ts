// Holds and fees at the terminal (specification 2.5 and 2.6).
import assert from 'node:assert/strict'
import { valueRows, type Source } from './attribute-rows.ts'
import type { Row } from './row.ts'
import { hold, listOf } from './shapes.ts'

type Entry = Record<string, unknown>
const entriesOf =
  (attribute: string) =>
  ({ sample }: Parameters<Source>[0]) =>
    sample.of('container').flatMap(({ attributes }) => attributes[attribute] as Entry[])
const holds = entriesOf('holds_at_pod_terminal')
const fees = entriesOf('fees_at_pod_terminal')

export const holdAndFeeRows: readonly Row[] = [
  {
    section: '2.5',
    kind: 'attribute',
    what: 'every hold has a name, a status and a description',
    check: (given) => assert.equal(listOf(hold)(holds(given)), null),
  },
  {
    section: '2.5',
    kind: 'attribute',
    what: 'name is one of the six, spelled exactly',
    check: (given) => assert.ok(holds(given).every(({ name }) => typeof name === 'string')),
  },
  ...valueRows('2.5', 'name', ['freight', 'customs', 'USDA', 'VACIS', 'TMF', 'other'], (given) =>
    holds(given).map(({ name }) => name),
  ),
  ...valueRows('2.5', 'status', ['pending', 'hold'], (given) => holds(given).map(({ status }) => status)),
  {
    section: '2.5',
    kind: 'attribute',
    what: 'description is the terminal’s own text',
    check: (given) => {
      for (const { description } of holds(given)) assert.match(String(description), /^([A-Z].{2,})?$/)
    },
  },
  {
    section: '2.5',
    kind: 'rule',
    what: 'no hold occurs twice on one container',
    check: ({ sample }) => {
      for (const { attributes } of sample.of('container')) {
        const own = (attributes['holds_at_pod_terminal'] as Entry[]).map(({ name }) => name)
        assert.equal(new Set(own).size, own.length)
      }
    },
  },
  ...valueRows('2.6', 'type', ['demurrage', 'exam', 'extended_dwell_time', 'other', 'total'], (given) =>
    fees(given).map(({ type }) => type),
  ),
  ...valueRows('2.6', 'currency_code', ['USD', 'CAD', 'EUR', undefined], (given) =>
    fees(given).map(({ currency_code: code }) => code),
  ),
  {
    section: '2.6',
    kind: 'attribute',
    what: 'amount is a number with at most two decimals',
    check: (given) => {
      for (const { amount } of fees(given)) assert.match(String(amount), /^\d+(\.\d{1,2})?$/)
    },
  },
  {
    section: '2.6',
    kind: 'rule',
    what: 'a total beside other lines is their sum',
    check: ({ sample }) => {
      const lists = sample
        .of('container')
        .map(({ attributes }) => attributes['fees_at_pod_terminal'] as { type: string; amount: number }[])
      const both = lists.filter((list) => list.length > 1 && list.some(({ type }) => type === 'total'))
      assert.ok(both.length > 0, 'no total beside other lines')
      for (const list of both)
        assert.equal(
          list.find(({ type }) => type === 'total')?.amount,
          list.filter(({ type }) => type !== 'total').reduce((sum, { amount }) => sum + amount, 0),
        )
    },
  },
  {
    section: '2.6',
    kind: 'rule',
    what: 'a fee that is not priced yet has the amount 0',
    check: (given) => assert.ok(fees(given).some(({ amount }) => amount === 0)),
  },
  {
    section: '2.6',
    kind: 'rule',
    what: 'either all fees of a container name a currency, or none does',
    check: ({ sample }) => {
      for (const { attributes } of sample.of('container'))
        assert.ok(
          new Set((attributes['fees_at_pod_terminal'] as Entry[]).map((entry) => 'currency_code' in entry)).size < 2,
        )
    },
  },
  {
    section: '2.6',
    kind: 'rule',
    what: 'a total may be the only fee',
    check: ({ sample }) =>
      assert.ok(
        sample
          .of('container')
          .some(
            ({ attributes }) =>
              (attributes['fees_at_pod_terminal'] as Entry[]).length === 1 &&
              (attributes['fees_at_pod_terminal'] as Entry[])[0]?.['type'] === 'total',
          ),
      ),
  },
]
