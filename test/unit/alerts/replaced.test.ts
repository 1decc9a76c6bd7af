// Which alerts of a container a newer alert about the same fact replaces.
import { expect, test } from 'vitest'
import type { AlertKind } from '#contract/alerts.ts'
import { listReplacedKeys } from '#engine/alerts/replaced.ts'

const KINDS: Record<string, AlertKind> = {
  lfdchg: 'lfd-later',
  fee: 'fee-posted',
  'hold+': 'hold-placed',
  'hold-': 'hold-cleared',
  holdp: 'hold-expected',
  avail: 'ready',
  lfd: 'lfd-today',
  eta: 'arrival-moved',
}
const alert = (key: string, isDone = false) => ({ key, kind: KINDS[key.slice(0, key.indexOf(':'))]!, isDone })
const replaced = (valid: string[], added: string[]) =>
  listReplacedKeys(
    valid.map((key) => alert(key)),
    added.map((key) => alert(key)),
  )

test.each<[string, string[], string[], string[]]>([
  ['a changed date replaces the change before it', ['lfdchg:c:1'], ['lfdchg:c:2'], ['lfdchg:c:1']],
  ['the tenth change replaces the ninth', ['lfdchg:c:9'], ['lfdchg:c:10'], ['lfdchg:c:9']],
  [
    'a higher fee replaces the lower one',
    ['fee:c:demurrage:USD:1'],
    ['fee:c:demurrage:USD:2'],
    ['fee:c:demurrage:USD:1'],
  ],
  ['another fee replaces nothing', ['fee:c:demurrage:USD:1'], ['fee:c:exam:USD:1', 'fee:c:demurrage:EUR:1'], []],
  ['a cleared hold replaces the placed one', ['hold+:c:customs:1'], ['hold-:c:customs:1'], ['hold+:c:customs:1']],
  ['a hold placed again replaces the cleared one', ['hold-:c:customs:1'], ['hold+:c:customs:2'], ['hold-:c:customs:1']],
  ['a placed hold replaces the expected one', ['holdp:c:customs:1'], ['hold+:c:customs:2'], ['holdp:c:customs:1']],
  ['a hold with the same name is another one', ['hold+:c:customs:1'], ['hold+:c:customs#2:2'], []],
  [
    'a name with a colon is part of the fact',
    ['hold+:c:usda: exam:1'],
    ['hold+:c:usda: exam:2'],
    ['hold+:c:usda: exam:1'],
  ],
  ['ready again replaces the first one', ['avail:c:1'], ['avail:c:2'], ['avail:c:1']],
  [
    'steps of a last free day and alerts about other records are not replaced',
    ['lfd:c:2026-11-20:T1', 'eta:s:1'],
    ['eta:s:2'],
    [],
  ],
  [
    'of several open alerts of an earlier version, only the newest remains open',
    ['avail:c:1', 'avail:c:3', 'avail:c:2'],
    [],
    ['avail:c:1', 'avail:c:2'],
  ],
])('%s', (_, before, added, expected) => expect(replaced(before, added)).toEqual(expected))

test('an alert that the user marked as done stays done, and the alerts before it are closed', () => {
  const [first, second] = ['fee:c:exam:USD:1', 'fee:c:exam:USD:2'] as const
  expect(listReplacedKeys([alert(first), alert(second, true)], [])).toEqual([first])
  expect(listReplacedKeys([alert(first, true)], [alert(second)])).toEqual([])
})
