import { inject } from 'vitest'
import type { Write } from '#engine/db/write.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { createOffice } from './office.ts'
import { MAIN, endLease, lead } from './office-calls.ts'
import { type Desktop, openDesktop } from './office-desktop.ts'
import { tempDir } from './test-engine.ts'

/**
 * Three desktops in an office of their own. Lea leads. Leo may lead too, and Rita, a reader, only follows. `before`:
 * what they had before they joined. `officeVersion`: of the office's schema.
 */
export async function openDesktops(
  before: Partial<Record<'lea' | 'leo' | 'rita', (write: Write) => void>> = {},
  officeVersion = migrations.length,
) {
  const office = await createOffice(inject('officeTemplates'), 'admin', officeVersion)
  const folder = tempDir()
  const names = ['lea', 'leo', 'rita'] as const
  const connections = await Promise.all(names.map((name) => office.connectAs(name)))
  const [lea, leo, rita] = names.map((name, index) =>
    openDesktop({
      connection: connections[index]!,
      space: MAIN,
      login: office.loginOf(name),
      folder: `${folder}/${name}`,
      before: before[name],
      officeVersion,
    }),
  ) as [Desktop, Desktop, Desktop]
  const start = async (desktop: Desktop, index: number) => {
    // Only a desktop that has every row of the office takes the lease.
    await desktop.runUntilIdle()
    await endLease(office.owner)
    desktop.fence = await lead(connections[index]!)
    await desktop.runUntilIdle()
  }
  await start(lea, 0)
  return { ...office, connections, lea, leo, rita, startLea: () => start(lea, 0), startLeo: () => start(leo, 1) }
}
