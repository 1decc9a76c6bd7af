// The names of changed fields.
import { expect, test } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import { setScreens } from '#support/screens.ts'
import { formatFieldName } from '../../src/renderer/src/features/changes/changes.ts'

setScreens()

type Raw = { attributes: Record<string, object | null> }

/** Attributes that the history leaves out, because they are times of a check, or are never changed. */
const NOT_RECORDED =
  /^(created_at|updated_at|terminal_checked_at|\w*last_tracking_request_at|line_tracking_last_(attempted|succeeded)_at)$/
/** Lists with one field for each entry. */
const NAMED_LISTS = /^(holds|fees)_at_pod_terminal$/

test('each attribute of a container and of a shipment has a name', async () => {
  const engine = await startScreenEngine({ containers: 40 })
  const attributes = new Set<string>()
  for (const { id } of await engine.rows())
    for (const { json } of (await engine.ask('containers.get', { id })).raw)
      for (const [name, value] of Object.entries((JSON.parse(json) as Raw).attributes))
        if (name === 'import_deadlines')
          for (const member of Object.keys(value ?? {})) attributes.add(`${name}.${member}`)
        else if (!NOT_RECORDED.test(name) && !NAMED_LISTS.test(name)) attributes.add(name)
  expect(attributes.size).toBeGreaterThan(50)
  const unnamed = [...attributes].filter((name) => formatFieldName(name) === name.replaceAll(/[._]/g, ' '))
  expect(unnamed).toEqual([])
})
