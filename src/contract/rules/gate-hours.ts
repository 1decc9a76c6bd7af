// Rules about the hours of a gate. The engine and the screens use them.
import type { GateDay } from '../terminals.ts'

/** Whether a gate that opens on a day closes on the next one, so that it is open until midnight. */
export function isOpenOvernight({ opens, closes }: Pick<GateDay, 'opens' | 'closes'>): boolean {
  return closes !== null && closes <= (opens ?? '00:00')
}
