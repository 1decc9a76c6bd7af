// What the engine is told at its start, the system's proxy included.
import { session } from 'electron'
import type { EngineStart } from '#contract/engine-process.ts'
import type { EngineRun } from '#contract/host-deps.ts'
import type { Folders } from './folders.ts'
import type { Log } from './log.ts'
import { proxyOf } from './proxy.ts'

export type StartParts = { folders: Folders; ticketKey: string; checkOutput: boolean; log: Log }

export async function startMessage({ accountId, serviceUrl, apiKey, isEmbedded = false }: EngineRun, { folders, ticketKey, checkOutput, log }: StartParts): Promise<EngineStart> {
  const proxy = serviceUrl === '' ? null : await systemProxy(serviceUrl, log)
  return { type: 'start', dataDir: folders.account(accountId), baseUrl: serviceUrl, apiKey, isEmbedded, proxy, ticketKey, checkOutput }
}

async function systemProxy(url: string, log: Log): Promise<string | null> {
  try {
    return proxyOf(await session.defaultSession.resolveProxy(url))
  } catch (error) {
    // Without an answer the engine tries the direct way, and says so when that fails.
    log.write('warn', 'system proxy unknown', { error: String(error) })
    return null
  }
}
