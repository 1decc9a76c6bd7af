// Saved views of lists: filter, order, groups, columns and row height. Only the list interprets them; a part that a
// later version cannot read falls back to the list's default.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Direction } from './values.ts'

const Text = z.string().max(200)

export const ViewState = z.object({
  filter: z.record(Text, z.json()),
  sort: z.array(z.object({ column: Text, direction: Direction })).max(20),
  layout: z.object({
    order: z.array(Text).max(200),
    widths: z.record(Text, z.number()),
    hidden: z.array(Text).max(200),
    pinned: z.array(Text).max(200).optional(),
  }),
  density: Text,
  /** What the rows of a group have in common; null or absent: no groups. */
  grouping: Text.nullable().optional(),
})

export const SavedView = ViewState.extend({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(200),
  /** Name of the screen. */
  screen: Text,
})

export const views = {
  queries: { 'views.list': { input: z.object({}), output: z.array(SavedView) } },
  commands: {
    /** Creates a view, or replaces the one with that id. */
    'views.save': { input: SavedView, output: z.void() },
    'views.remove': { input: z.object({ id: SavedView.shape.id }), output: z.void() },
  },
} satisfies Partial<Contract>

export type ViewState = z.infer<typeof ViewState>
export type SavedView = z.infer<typeof SavedView>
