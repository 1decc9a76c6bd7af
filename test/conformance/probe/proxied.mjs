// Requests a page through the proxy whose port is the first argument, with the agent that the engine uses, and sends
// the result to the parent process.
import { Agent, get } from 'node:http'

const [port] = process.argv.slice(2)
const agent = new Agent({ proxyEnv: { HTTP_PROXY: `http://127.0.0.1:${port}` } })
get('http://service.example/', { agent }, async (response) => {
  process.parentPort.postMessage(Buffer.concat(await response.toArray()).toString())
}).on('error', (error) => {
  process.parentPort.postMessage(String(error))
})
