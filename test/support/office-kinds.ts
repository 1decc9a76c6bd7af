// The offices on which the cases of test/office run: those of both owners on the real server, and the model in memory
// that the simulator uses.
import { onTestFinished } from 'vitest'
import { createClock } from '#engine/outside/clock.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { createRandom } from '#engine/outside/random.ts'
import type { Querying } from './office-calls.ts'
import { type OfficeTemplates, type Owner, OWNERS } from './office-databases.ts'
import { createFilledModel } from './office-model/filled.ts'
import { type Office, createOffice } from './office.ts'

export type OfficeKind = Owner | 'model'
export const OFFICES: readonly OfficeKind[] = [...OWNERS, 'model']

/** What both have. */
export type AnyOffice = Pick<Office, 'loginOf' | 'connectAs'> & { owner: Querying }

export const openOffice = (templates: OfficeTemplates, kind: OfficeKind): Promise<AnyOffice> =>
  kind === 'model' ? openModel() : createOffice(templates, kind)

async function openModel(): Promise<AnyOffice> {
  const [clock, random] = [createClock(), createRandom()]
  const { model, connectAs } = await createFilledModel({
    clock,
    nowMs: () => clock.wall(),
    randomId: () => random.id(),
  })
  const connections: PostgresConnection[] = []
  onTestFinished(async () => {
    await Promise.all(connections.map((connection) => connection.close()))
  })
  return {
    owner: model.owner,
    loginOf: (name) => name,
    connectAs: async (name, onLost) => {
      const connection = await connectAs(name, onLost)
      connections.push(connection)
      return connection
    },
  }
}
