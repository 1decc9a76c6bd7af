// Requests without a body over a real connection.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '#engine/outside/http.ts'
import { HANG_MS } from '#support/hang.ts'

test.for(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const)(
  '%s without a body is sent and answered',
  async (method) => {
    const server = createServer((request, response) => {
      response.setHeader('x-method', request.method ?? '')
      request.resume().on('end', () => response.writeHead(202).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/relink`
    const { status, headers } = await createHttp().send(
      { method, url, headers: {}, maxBytes: 1_000 },
      AbortSignal.timeout(HANG_MS),
    )
    expect([status, headers['x-method']]).toEqual([202, method])
  },
)
