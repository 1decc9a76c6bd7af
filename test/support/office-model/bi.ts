// Migration 0013 of the office in the model. No computer reads the rows for reports, so the model stores only which
// version of each was published.
import { holdsLease } from './lease.ts'
import { mayLead } from './members.ts'
import { type Call, createRefusal } from './office.ts'

const KINDS = ['container', 'shipment', 'document']
const published = new WeakMap<Call['office'], Map<string, string>>()

function hashesOf({ office }: Call): Map<string, string> {
  const hashes = published.get(office) ?? new Map<string, string>()
  published.set(office, hashes)
  return hashes
}

const keyOf = (space: number, kind: string, id: string) => JSON.stringify([space, kind, id])
const parse = (json: string) => Object.entries(JSON.parse(json) as Record<string, string>)

export function listDiffering(call: Call, space: number, kind: string, hashes: string) {
  if (!mayLead(call, space)) return []
  const known = hashesOf(call)
  return parse(hashes).flatMap(([id, hash]) => (known.get(keyOf(space, kind, id)) === hash ? [] : [{ id }]))
}

export function publishBi(call: Call, space: number, fence: number, kind: string, hashes: string) {
  if (!holdsLease(call, space, fence)) return false
  if (!KINDS.includes(kind)) throw createRefusal('22023', `no kind of row: ${kind}`)
  for (const [id, hash] of parse(hashes)) hashesOf(call).set(keyOf(space, kind, id), hash)
  return true
}

export function finishBi(call: Call, space: number, fence: number) {
  return holdsLease(call, space, fence)
}
