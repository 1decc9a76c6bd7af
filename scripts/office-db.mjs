// `npm run office:db`: a PostgreSQL server with an office, for trying out and for the tests. It prints one line when it
// is ready, and removes everything when it stops.
import { parseArgs } from 'node:util'
import { Problem, checkProject, runScript } from './project.mjs'

const USAGE = `npm run office:db [-- OPTIONS]
  --port P         the port; without it, a free one
  --programs DIR   the folder with initdb and postgres; without it, those of this computer, else those of npm
  --attached       also stops when its standard input ends
It prints {"ready":true,"url":"postgres://…"}. Ctrl+C stops the server and removes its data.
`

await runScript(async () => {
  checkProject()
  const { port, programs, attached, help } = readOptions()
  if (help) {
    process.stdout.write(USAGE)
    return 0
  }
  const { createUrl, findPrograms, startServer, stopServer } = await import('../test/support/office-server.ts')
  const { createDatabase } = await import('../test/support/office-databases.ts')
  const folder = programs ?? findPrograms()[0]
  if (folder === undefined) throw new Problem('There is no PostgreSQL on this computer, and npm has none for it.')
  const stopped = waitForStop(attached)
  const server = await startServer(folder, Number(port ?? 0))
  try {
    await createDatabase(createUrl(server, 'postgres'), 'office')
    process.stdout.write(`${JSON.stringify({ ready: true, url: createUrl(server, 'office') })}\n`)
    await Promise.race([stopped, new Promise((resolve) => server.process.once('exit', resolve))])
  } finally {
    await stopServer(server)
  }
  return 0
})

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        programs: { type: 'string' },
        attached: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/**
 * Listens from the beginning, so that a signal during the start is not lost.
 * @param {boolean} isAttached
 * @returns {Promise<void>}
 */
function waitForStop(isAttached) {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve())
    if (isAttached) process.stdin.once('end', () => resolve()).resume()
  })
}
