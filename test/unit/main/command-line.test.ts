import { expect, test } from 'vitest'
import { readCommandLine } from '../../../src/main/command-line.ts'

test.each([
  [[], null, false],
  [['.', '--sample'], null, true],
  [['--data-dir=/tmp/a b'], '/tmp/a b', false],
  [['--data-dir', '/tmp/a'], '/tmp/a', false],
  [['--allow-file-access', '--data-dir', '/tmp/a', '--sample', '--inspect=0'], '/tmp/a', true],
  // Another switch follows --data-dir, so its value is missing. Chromium may have inserted the switch.
  [['--data-dir', '--sample', '/tmp/a'], null, true],
  // After `--` there is only a link, which must not be read as options.
  [['--sample', '--', '--data-dir=/tmp/evil', 'quaywatch://shipments/find?q=1'], null, true],
  [['--data-dir='], null, false],
  [['--data-dir'], null, false],
])('the command line %j is read', (args, dataDir, useSample) =>
  expect(readCommandLine(args)).toEqual({ dataDir, useSample, isHidden: false }),
)

test('a start at sign-in shows no window', () =>
  expect(readCommandLine(['--hidden'])).toEqual({ dataDir: null, useSample: false, isHidden: true }))
