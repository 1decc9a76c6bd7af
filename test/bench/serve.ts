// Runs the embedded service for measurements and prints its address. It has more containers than the 20,000 that the
// command line allows, has no rate limit, and its clock is as fast as the engine's.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHttpServer } from '#service/http.ts'
import { type Service, createService } from '#service/service.ts'

const [containers, key = ''] = process.argv.slice(2)
// The service needs the port in its address, so the server listens before the service exists.
let service: Service | null = null
const server = createHttpServer(
  (request) => service!.handle(request, { processMs: performance.now(), worldMs: Date.now() }),
  (problem) => process.stderr.write(`${problem}\n`),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
const createdService = createService({
  seed: 1,
  containers: Number(containers),
  key,
  baseUrl,
  startMs: Date.now(),
  isLimited: false,
})
service = createdService
// The same interval as in src/service/main.ts. `work` processes documents and sends webhooks.
const WORK_EVERY_MS = 250
setInterval(() => void createdService.work({ processMs: performance.now(), worldMs: Date.now() }), WORK_EVERY_MS)
process.stdout.write(`${JSON.stringify(baseUrl)}\n`)
