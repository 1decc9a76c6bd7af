// Worlds drawn at random (feed-world.ts). In the end the mirrors of all desktops are equal, history included.
import { expect, inject, test } from 'vitest'
import { createOffice } from '#support/office.ts'
import { readValue } from '#support/office-calls.ts'
import { runWorld } from '#support/feed-world.ts'
import { compareDumps } from '#support/dumps.ts'
import { dumpAges, dumpMirror } from '#support/office-desktop.ts'
import { tempDir } from '#support/test-engine.ts'

/** `OFFICE_WORLDS=FIRST-COUNT` runs others. */
const [first = 0, count = 80] = (process.env['OFFICE_WORLDS'] ?? '').split('-').filter(Boolean).map(Number)

test(`in ${count} worlds the mirrors of all desktops become equal, row for row`, async () => {
  const { owner, loginOf, connectAs } = await createOffice(inject('officeTemplates'))
  const ada = await connectAs('ada')
  const members = await Promise.all([connectAs('lea'), connectAs('leo'), connectAs('rita')])
  const folder = tempDir()
  for (let seed = first; seed < first + count; seed++) {
    const space = await readValue<number>(ada, `office.create_space('World', 'https://tracking.example/v2', 'hash')`)
    for (const name of ['lea', 'leo', 'rita'])
      await owner.query('INSERT INTO office.access VALUES ($1, $2)', [space, loginOf(name)])
    const desktops = await runWorld({ seed, space, members, owner, folder: `${folder}/${seed}` })
    const [expected = {}, ...others] = desktops.map(({ db }) => ({ ...dumpMirror(db), ages: dumpAges(db) }))
    for (const [index, actual] of others.entries())
      expect(compareDumps(expected, actual), `world ${seed}: desktop ${index + 1}`).toEqual([])
    for (const desktop of desktops) desktop.close()
  }
})
