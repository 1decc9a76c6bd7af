// The engine raises every kind of alert. A kind without a rule that raises it fails here.
import { expect, test } from 'vitest'
import { AlertKind } from '#contract/alerts.ts'
import { kindTraits } from '#engine/alerts/kinds.ts'
import { listReplacedKeys } from '#engine/alerts/replaced.ts'
import { startWithAlert } from '#support/raised-alerts.ts'

test.each(AlertKind.options)('%s is raised, and replaced as its traits say', async (kind) => {
  const { id } = (await startWithAlert(kind)).alert
  const newerKey = id.replace(/\d+$/, (n) => String(Number(n) + 1))
  const { fact } = kindTraits[kind]
  const isReplaced = fact !== null && fact !== 'step'
  expect(listReplacedKeys([{ key: id, kind, isDone: false }], [{ key: newerKey, kind }])).toEqual(
    isReplaced ? [id] : [],
  )
})
