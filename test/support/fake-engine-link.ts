// Links to the fakes, as the view would have them.
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'
import { createFakeShell } from './fake-shell.ts'
import { linksTo, type Linked } from './links.ts'

export { inScope } from './links.ts'
export type Fakes = Linked<FakeEngine>

export function createFakes(rows: number, engine = createFakeEngine(rows), shell = createFakeShell()): Fakes {
  return linksTo(engine, shell)
}
