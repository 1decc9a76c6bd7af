// Proxies as offices use them. Each connects every request to one port of this computer, and records the requested
// name. The certificate is for `tracking.example` and this computer. Its key protects no secret.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3Xh6XJPpvA/aEOYV
TSZc6TambBp3UyByuqPtXUsmw5yhRANCAAQ54nQn2ja6ZDGkLswXJOEK/yHSlOTM
jei0WoVGFkcex8K9ZXoKg/xTr/KkUcPVVUdXecMPcj1OKBcI2X6uW7B/
-----END PRIVATE KEY-----
`
export const CERT = `-----BEGIN CERTIFICATE-----
MIIBujCCAWCgAwIBAgIULBxnVTcfeqBA5FTjRkfqQJYjghkwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPUXVheXdhdGNoIHRlc3RzMCAXDTI2MTEyMzE1NTc0N1oYDzIx
MjYxMDMwMTU1NzQ3WjAaMRgwFgYDVQQDDA9RdWF5d2F0Y2ggdGVzdHMwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQ54nQn2ja6ZDGkLswXJOEK/yHSlOTMjei0WoVG
Fkcex8K9ZXoKg/xTr/KkUcPVVUdXecMPcj1OKBcI2X6uW7B/o4GBMH8wHQYDVR0O
BBYEFESdjaL5AB/aRtugpxphRq5jDiWoMB8GA1UdIwQYMBaAFESdjaL5AB/aRtug
pxphRq5jDiWoMA8GA1UdEwEB/wQFMAMBAf8wLAYDVR0RBCUwI4IQdHJhY2tpbmcu
ZXhhbXBsZYIJbG9jYWxob3N0hwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIQCkUJ+B
Qawn+lMGLAQsSOI6Sm80GajXDhbT5Uh5LGKhrgIgYk9idWHyeSUdmXpbRw1DterV
F5TRVXa15RQZ9gKv4Cc=
-----END CERTIFICATE-----
`

/** `requested` has the `host:port` of each requested connection. */
export type Proxy = { port: number; requested: string[] }

/** `refusal` is the status with which the proxy refuses tunnels and plain requests. Null: it accepts them. */
export async function startHttpProxy(
  targetPort: number,
  { isTls = false, refusal = null }: { isTls?: boolean; refusal?: number | null } = {},
): Promise<Proxy> {
  const requested: string[] = []
  const server = isTls ? createHttpsServer({ key: KEY, cert: CERT }) : createHttpServer()
  server.on('connect', ({ url = '' }, socket: Duplex) => {
    requested.push(url)
    if (refusal === null) pipeToPort(socket, targetPort, 'HTTP/1.1 200 OK\r\n\r\n')
    else socket.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 0\r\n\r\n`)
  })
  server.on('request', ({ url = '' }, response) => {
    requested.push(url)
    response.writeHead(refusal ?? 200).end()
  })
  return { port: await startListening(server), requested }
}

/**
 * `reply` is the code with which the proxy refuses a request (RFC 1928, or the SOCKS 4 memo). `requiresLogin`: the
 * proxy refuses clients without a password.
 */
export async function startSocksProxy(
  targetPort: number,
  { reply, requiresLogin = false }: { reply?: number; requiresLogin?: boolean } = {},
): Promise<Proxy> {
  const requested: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (openingMessages) => {
      if (openingMessages[0] === 4) {
        // In SOCKS 4a the host name follows the user name, which is empty.
        requested.push(`${openingMessages.subarray(9, -1).toString()}:${openingMessages.readUInt16BE(2)}`)
        const answer = Buffer.from([0, reply ?? 90, 0, 0, 0, 0, 0, 0])
        if (reply === undefined) pipeToPort(socket, targetPort, answer)
        else socket.end(answer)
        return
      }
      socket.write(Buffer.from([5, requiresLogin ? 0xff : 0]))
      socket.once('data', (request) => {
        const end = 5 + (request[4] ?? 0)
        requested.push(`${request.subarray(5, end).toString()}:${request.readUInt16BE(end)}`)
        const answer = Buffer.from([5, reply ?? 0, 0, 1, 0, 0, 0, 0, 0, 0])
        if (reply === undefined) pipeToPort(socket, targetPort, answer)
        else socket.end(answer)
      })
    })
  })
  return { port: await startListening(server), requested }
}

/** Starts the server on a free port and returns the port. The server is closed when the test ends. */
export async function startListening(server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function pipeToPort(client: Duplex, port: number, answer: string | Buffer): void {
  const server = connect(port, '127.0.0.1', () => {
    client.write(answer)
    client.pipe(server).pipe(client)
  })
  for (const end of [client, server])
    end.on('error', () => {
      client.destroy()
      server.destroy()
    })
}
