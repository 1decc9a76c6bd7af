// Snapshots in the made-up engine: kept, and written the moment somebody asks.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { SnapshotState } from '#contract/snapshots.ts'
import { NOW, at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `snapshots.${string}`>

export type FakeSnapshots = { list: SnapshotState[]; handlers: Pick<Handlers<EngineContract>, Names> }

export function createFakeSnapshots(count: () => number, announce: () => void): FakeSnapshots {
  const fake: FakeSnapshots = {
    list: [],
    handlers: {
      'snapshots.list': () => fake.list,
      'snapshots.save': ({ id, name, folder, plan }) => {
        const snapshot = { id, name, folder, plan }
        const before = fake.list.find((each) => each.id === id)
        fake.list = [...fake.list.filter((each) => each !== before), { nextRunAt: at(3_600_000), written: before?.written ?? null, failure: null, progress: null, ...snapshot }].toSorted((a, b) => (a.name < b.name ? -1 : 1))
        announce()
      },
      'snapshots.remove': ({ id }) => {
        fake.list = fake.list.filter((each) => each.id !== id)
        announce()
      },
      'snapshots.writeNow': ({ id }) => {
        const found = fake.list.find((each) => each.id === id)
        if (!found) throw new AppError('snapshots/unknown')
        fake.list = fake.list.map((each) => (each.id === id ? { ...each, failure: null, written: { at: NOW, file: `${each.plan.base}.${each.plan.kind}`, rows: count() } } : each))
        announce()
      },
    },
  }
  return fake
}
