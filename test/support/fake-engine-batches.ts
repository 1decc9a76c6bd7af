// Orders of many numbers behind the made-up engine. Nothing is sent: a test moves the requests on itself.
import type { Batch, BatchLine, LeftReason } from '#contract/batches.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Assessment, NewRequest, RequestRow } from '#contract/tracking.ts'
import type { Failure } from '#contract/values.ts'
import { NOW } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `batches.${string}`>
export type FakeHold = { failure: Failure; since: string } | null
type Requests = {
  boxes: () => readonly ContainerRow[]
  assess: (text: string) => Assessment
  find: (id: string) => RequestRow | null
  add: (request: NewRequest) => string
  remove: (id: string) => void
  changed: () => void
}
type Kept = { id: string; name: string | null; lines: { text: string; left: LeftReason | null; requestId: string | null }[] }

export function createFakeBatches({ boxes, assess, find, add, remove, changed }: Requests): { handlers: Pick<Handlers<EngineContract>, Names>; hold: (hold: FakeHold) => void } {
  let batches: Kept[] = []
  let held: FakeHold = null
  const isUnsent = (id: string | null) => id !== null && find(id)?.state === 'waiting'
  const counted = ({ id, name, lines }: Kept): Batch => ({
    id,
    name,
    createdAt: NOW,
    lines: lines.length,
    submitted: lines.filter(({ requestId }) => requestId !== null).length,
    unsent: lines.filter(({ requestId }) => isUnsent(requestId)).length,
  })
  const known = (id: string) => {
    const batch = batches.find((each) => each.id === id)
    if (!batch) throw new AppError('tracking/unknown-batch')
    return batch
  }
  const saved = ({ text, request, left }: BatchLine) => ({ text, left: request ? null : left, requestId: request && add({ ...request, replaces: null }) })
  return {
    hold: (hold) => {
      held = hold
      changed()
    },
    handlers: {
      'batches.assess': ({ texts }) => texts.map(assess),
      'batches.list': () => batches.map(counted),
      'batches.get': ({ id }) => {
        const batch = known(id)
        return { ...counted(batch), rows: batch.lines.map(({ text, left, requestId }) => ({ text, left, request: requestId === null ? null : find(requestId) })) }
      },
      'batches.untold': ({ numbers }) => {
        const told = new Set(numbers)
        const open = [...Map.groupBy(boxes(), ({ shipmentId }) => shipmentId ?? '')].filter(([, own]) => !own.some(({ number, masterBill }) => told.has(number) || told.has(masterBill ?? '')))
        const rows = open.map(([shipmentId, own]) => ({ shipmentId, masterBill: own[0]?.masterBill ?? '', scac: own[0]?.scac ?? null, customer: own[0]?.customer ?? null, refs: own[0]?.refs ?? [], containers: own.map(({ number }) => number) }))
        return { rows, total: rows.length }
      },
      'batches.hold': () => held && { ...held, waiting: batches.flatMap(({ lines }) => lines).filter(({ requestId }) => isUnsent(requestId)).length },
      'batches.create': ({ name, lines }) => {
        const id = `batch-${batches.length + 1}`
        batches = [{ id, name, lines: lines.map(saved) }, ...batches]
        changed()
        return { id }
      },
      'batches.takeBack': ({ id }) => {
        const own = known(id).lines.flatMap(({ requestId }) => (requestId !== null && isUnsent(requestId) ? [requestId] : []))
        own.forEach(remove)
        return { taken: own.length }
      },
      'batches.goOn': () => {
        held = null
        changed()
      },
    },
  }
}
