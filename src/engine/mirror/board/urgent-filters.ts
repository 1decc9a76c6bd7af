// The containers that Today and the handover count alike, so that both show the same figures.
import type { ContainerFilter } from '#contract/containers.ts'

export const UNDECIDED: ContainerFilter = { scope: 'open', risks: [] }
export const WITH_FEES: ContainerFilter = { scope: 'board', hasFees: true }
export const BY_DEADLINE = {
  past: { scope: 'board', bands: ['past'] },
  today: { scope: 'board', bands: ['today'] },
  tomorrow: { scope: 'board', bands: ['tomorrow'] },
} as const satisfies Record<string, ContainerFilter>
