// Which columns of the last-free-day board do not fit into the window.
import { expect, test } from 'vitest'
import { listHiddenColumns } from '../../src/renderer/src/features/lfd/board/board-columns.ts'

test.each([
  ['nothing is beside a board that fits', 5, { left: 0, width: 1190 }, 1190, []],
  ['columns to the right', 7, { left: 0, width: 1196 }, 7 * 238, [5, 6]],
  ['columns on both sides, and one that is cut', 7, { left: 300, width: 1196 }, 7 * 238, [0, 1, 6]],
  ['nothing before the window is measured', 7, { left: 0, width: 0 }, 0, []],
])('%s', (_, count, view, width, hidden) => expect(listHiddenColumns(count, view, width)).toEqual(hidden))
