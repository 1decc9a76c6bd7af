// Data that users add to containers and customers: notes, tags, assignees and priorities. It is never sent to the
// service, and reading the service does not change it. The members of an office share it.
import { z } from 'zod'
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from './rules/own-bounds.ts'
import { MAX_SELECTED } from './rules/selection-size.ts'
import type { Contract } from './rpc.ts'
import { FacetValue, Instant } from './values.ts'

/** The priority of a customer and of all its containers; `normal` by default. It is the last sort key of risks. */
export const Priority = z.enum(['high', 'normal', 'low'])

export const Note = z.object({
  id: z.string(),
  text: z.string(),
  /** When it was written, and when its text was last changed. */
  at: Instant,
  editedAt: Instant.nullable(),
})

/** `author`: the member of the office who wrote the present text; null without an office. */
export const WrittenNote = Note.extend({ author: z.string().nullable() })

export const OwnRow = z.object({
  assignee: z.string().nullable(),
  /** The assignee is the user of this computer. */
  isMine: z.boolean(),
  /** Without the tags of the shipment, which the service stores. */
  tags: z.array(z.string()),
  /** The newest note, cut to the length a list can show; null without one. */
  note: z.string().nullable(),
  noteCount: z.int(),
  /** The priority of its customer. */
  priority: Priority,
})

const Ids = z.array(z.string()).min(1).max(MAX_SELECTED)
const createLineSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\r\n\t]*$/)
const Name = createLineSchema(MAX_NAME_LENGTH)
const Tag = createLineSchema(MAX_TAG_LENGTH)
const Text = z.string().trim().min(1).max(MAX_NOTE_LENGTH)
const Customers = z.array(z.string().min(1)).min(1).max(MAX_SELECTED)

/** What a command changed, as input for `own.undo`. Undo skips everything that was changed again since. */
export const OwnChange = z.object({
  /** How many containers, customers or notes changed; 0: all had the value already. */
  changed: z.int(),
  assignees: z.array(z.object({ ids: z.array(z.string()), was: z.string().nullable(), is: z.string().nullable() })),
  tags: z.array(z.object({ tag: z.string(), isThere: z.boolean(), ids: z.array(z.string()) })),
  /** Null: the note did not exist before, or does not exist now. */
  notes: z.array(z.object({ id: z.string(), containerId: z.string(), was: Note.nullable(), is: Note.nullable() })),
  priorities: z.array(z.object({ customers: z.array(z.string()), was: Priority, is: Priority })),
})

export const own = {
  queries: {
    /** The name of this computer's user as an assignee; null until the user enters one. */
    'own.me': { input: z.object({}), output: z.object({ name: z.string().nullable() }) },
    /** Names and tags in use, the most frequent first. */
    'own.words': {
      input: z.object({}),
      output: z.object({ assignees: z.array(FacetValue), tags: z.array(FacetValue) }),
    },
    /** Newest first. */
    'own.notes': { input: z.object({ containerId: z.string() }), output: z.object({ notes: z.array(WrittenNote) }) },
    /** What these containers have in common, as the starting point of a bulk change. */
    'own.shared': {
      input: z.object({ ids: Ids }),
      output: z.object({
        assignee: z.string().nullable(),
        isOneAssignee: z.boolean(),
        tags: z.array(z.object({ tag: z.string(), count: z.int() })),
        customers: z.array(z.string()),
        priority: Priority.nullable(),
      }),
    },
  },
  commands: {
    /** Null removes the name. */
    'own.setMe': { input: z.object({ name: Name.nullable() }), output: z.void() },
    /** `containers/unknown` if one was never read; then nothing changes. Null removes the assignee. */
    'own.assign': { input: z.object({ ids: Ids, assignee: Name.nullable() }), output: OwnChange },
    /** `containers/unknown` as above. A tag that is both added and removed is added. */
    'own.changeTags': {
      input: z.object({ ids: Ids, add: z.array(Tag).max(MAX_TAGS), remove: z.array(Tag).max(MAX_TAGS) }),
      output: OwnChange,
    },
    /** Adds the note to each container. `containers/unknown` as above. */
    'own.addNote': { input: z.object({ ids: Ids, text: Text }), output: OwnChange },
    /**
     * Null deletes it. `own/no-note` if it no longer exists. `seen`: the text that the user started from. If another
     * window has changed the text since, this text becomes a second note.
     */
    'own.changeNote': {
      input: z.object({ id: z.string(), text: Text.nullable(), seen: z.string().optional() }),
      output: OwnChange,
    },
    /** Sets the priority of all containers of these customers, also of future ones. */
    'own.setPriority': { input: z.object({ customers: Customers, priority: Priority }), output: OwnChange },
    /** Undoes the change and returns how many values were undone. */
    'own.undo': { input: OwnChange, output: z.object({ undone: z.int() }) },
  },
} satisfies Partial<Contract>

export type Priority = z.infer<typeof Priority>
export type Note = z.infer<typeof Note>
export type WrittenNote = z.infer<typeof WrittenNote>
export type OwnRow = z.infer<typeof OwnRow>
export type OwnChange = z.infer<typeof OwnChange>
