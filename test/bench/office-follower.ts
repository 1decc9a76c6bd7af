// One of the followers of office-followers.ts, in its own process. After each notification it reads the feed, and
// prints when its mirror had which row.
import { readAddress, connect } from '#support/office-databases.ts'
import { MAIN } from '#support/office-calls.ts'
import { openDesktop } from '#support/office-desktop.ts'
import { loadCursor } from '#engine/mirror/feed/cursor.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const connection = await connect(readAddress(url))
const desktop = openDesktop({ connection, space: MAIN, folder })
const print = () =>
  process.stdout.write(
    `${JSON.stringify({ seq: loadCursor(desktop.db, 'feed'), atMs: performance.timeOrigin + performance.now() })}\n`,
  )
let lastTurn = Promise.resolve()
const follow = async () => {
  await desktop.runUntilIdle()
  print()
}
await connection.listen(`office_${MAIN}`, () => {
  lastTurn = lastTurn.then(follow)
})
lastTurn = lastTurn.then(follow)
