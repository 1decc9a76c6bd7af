// Checks the holds and fees at the terminal (specification 2.5 and 2.6).
import assert from 'node:assert/strict'
import { createValueRows, type LoadRecords } from './attribute-rows.ts'
import type { Row } from './row.ts'
import { hold, listOf } from './shapes.ts'

type Entry = Record<string, unknown>
const createEntryReader =
  (attribute: string) =>
  ({ sample }: Parameters<LoadRecords>[0]) =>
    sample.recordsOf('container').flatMap(({ attributes }) => attributes[attribute] as Entry[])
const listHolds = createEntryReader('holds_at_pod_terminal')
const listFees = createEntryReader('fees_at_pod_terminal')

export const holdAndFeeRows: readonly Row[] = [
  {
    section: '2.5',
    kind: 'attribute',
    what: 'every hold has a name, a status and a description',
    check: (services) => assert.equal(listOf(hold)(listHolds(services)), null),
  },
  {
    section: '2.5',
    kind: 'attribute',
    what: 'name is a text',
    check: (services) => assert.ok(listHolds(services).every(({ name }) => typeof name === 'string')),
  },
  ...createValueRows('2.5', 'name', ['freight', 'customs', 'USDA', 'VACIS', 'TMF', 'other'], (services) =>
    listHolds(services).map(({ name }) => name),
  ),
  ...createValueRows('2.5', 'status', ['pending', 'hold'], (services) =>
    listHolds(services).map(({ status }) => status),
  ),
  {
    section: '2.5',
    kind: 'attribute',
    what: 'description is the terminal’s own text',
    check: (services) => {
      for (const { description } of listHolds(services)) assert.match(String(description), /^([A-Z].{2,})?$/)
    },
  },
  {
    section: '2.5',
    kind: 'rule',
    what: 'no hold occurs twice on one container',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('container')) {
        const names = (attributes['holds_at_pod_terminal'] as Entry[]).map(({ name }) => name)
        assert.equal(new Set(names).size, names.length)
      }
    },
  },
  ...createValueRows('2.6', 'type', ['demurrage', 'exam', 'extended_dwell_time', 'other', 'total'], (services) =>
    listFees(services).map(({ type }) => type),
  ),
  ...createValueRows('2.6', 'currency_code', ['USD', 'CAD', 'EUR', undefined], (services) =>
    listFees(services).map(({ currency_code: code }) => code),
  ),
  {
    section: '2.6',
    kind: 'attribute',
    what: 'amount is a number with at most two decimals',
    check: (services) => {
      for (const { amount } of listFees(services)) assert.match(String(amount), /^\d+(\.\d{1,2})?$/)
    },
  },
  {
    section: '2.6',
    kind: 'rule',
    what: 'a total beside other fees is their sum',
    check: ({ sample }) => {
      const lists = sample
        .recordsOf('container')
        .map(({ attributes }) => attributes['fees_at_pod_terminal'] as { type: string; amount: number }[])
      const listsWithTotal = lists.filter((list) => list.length > 1 && list.some(({ type }) => type === 'total'))
      assert.ok(listsWithTotal.length > 0, 'no total beside other fees')
      for (const list of listsWithTotal)
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
    check: (services) => assert.ok(listFees(services).some(({ amount }) => amount === 0)),
  },
  {
    section: '2.6',
    kind: 'rule',
    what: 'either all fees of a container name a currency, or none does',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('container'))
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
          .recordsOf('container')
          .some(
            ({ attributes }) =>
              (attributes['fees_at_pod_terminal'] as Entry[]).length === 1 &&
              (attributes['fees_at_pod_terminal'] as Entry[])[0]?.['type'] === 'total',
          ),
      ),
  },
]
