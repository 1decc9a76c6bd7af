// What the user adds to containers and customers himself: notes, tags, who does it, who comes first. All of it stays in
// this computer's own files: nothing of it is ever sent, and no reading of the service touches it.
import { z } from 'zod'
import { LONGEST_NAME, LONGEST_NOTE, LONGEST_TAG, MOST_AT_ONCE, MOST_TAGS } from './rules/own-bounds.ts'
import type { Contract } from './rpc.ts'
import { FacetValue, Instant } from './values.ts'

/** Of a customer, and so of each of its containers; whoever was given none is `normal`. Risks sort by it last. */
export const Priority = z.enum(['high', 'normal', 'low'])

export const Note = z.object({
  id: z.string(),
  text: z.string(),
  /** When it was written, and when its text was last changed. */
  at: Instant,
  editedAt: Instant.nullable(),
})

/** What a row of a list shows of it. */
export const OwnRow = z.object({
  assignee: z.string().nullable(),
  /** The assignee is who uses this computer. */
  isMine: z.boolean(),
  /** Apart from the tags of the shipment, which the service keeps. */
  tags: z.array(z.string()),
  /** The newest note, cut where a line of a list ends long before; null without one. */
  note: z.string().nullable(),
  noteCount: z.int(),
  /** Of its customer. */
  priority: Priority,
})

const Ids = z.array(z.string()).min(1).max(MOST_AT_ONCE)
const OneLine = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\r\n\t]*$/)
const Name = OneLine(LONGEST_NAME)
const Tag = OneLine(LONGEST_TAG)
const Text = z.string().trim().min(1).max(LONGEST_NOTE)
const Customers = z.array(z.string().min(1)).min(1).max(MOST_AT_ONCE)

/**
 * What a command did, and all that is needed to take it back: given to `own.undo` as it came. What was changed again
 * since stays as it is then, so that an undo takes back nobody's later work.
 */
export const OwnChange = z.object({
  /** Containers, customers or notes that are not what they were; 0: everything was so already. */
  changed: z.int(),
  assignees: z.array(z.object({ ids: z.array(z.string()), was: z.string().nullable(), is: z.string().nullable() })),
  tags: z.array(z.object({ tag: z.string(), isThere: z.boolean(), ids: z.array(z.string()) })),
  /** Null: there was, or is, no such note. */
  notes: z.array(z.object({ id: z.string(), containerId: z.string(), was: Note.nullable(), is: Note.nullable() })),
  priorities: z.array(z.object({ customers: z.array(z.string()), was: Priority, is: Priority })),
})

export const own = {
  queries: {
    /** How whoever uses this computer signs as an assignee; null until he says. */
    'own.me': { input: z.object({}), output: z.object({ name: z.string().nullable() }) },
    /** Names and tags in use, the most frequent first. */
    'own.words': {
      input: z.object({}),
      output: z.object({ assignees: z.array(FacetValue), tags: z.array(FacetValue) }),
    },
    /** Newest first. */
    'own.notes': { input: z.object({ containerId: z.string() }), output: z.object({ notes: z.array(Note) }) },
    /** What all or some of these containers have, to begin a change of many at once with. */
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
    /** Null: nobody any more. */
    'own.setMe': { input: z.object({ name: Name.nullable() }), output: z.void() },
    /** `containers/unknown` where one was never read; then nothing is done. Null: nobody any more. */
    'own.assign': { input: z.object({ ids: Ids, assignee: Name.nullable() }), output: OwnChange },
    /** `containers/unknown` as above. What is both added and removed is there afterwards. */
    'own.changeTags': {
      input: z.object({ ids: Ids, add: z.array(Tag).max(MOST_TAGS), remove: z.array(Tag).max(MOST_TAGS) }),
      output: OwnChange,
    },
    /** One for each container. `containers/unknown` as above. */
    'own.addNote': { input: z.object({ ids: Ids, text: Text }), output: OwnChange },
    /**
     * Null removes it. `own/no-note` when it is not there any more. `seen`: what it said when the user began; where
     * another window wrote something else meanwhile, this becomes a note of its own beside it.
     */
    'own.changeNote': {
      input: z.object({ id: z.string(), text: Text.nullable(), seen: z.string().optional() }),
      output: OwnChange,
    },
    /** Of all containers of these customers, also of those still to come. */
    'own.setPriority': { input: z.object({ customers: Customers, priority: Priority }), output: OwnChange },
    /** Answers how many were still as that change had left them. */
    'own.undo': { input: OwnChange, output: z.object({ undone: z.int() }) },
  },
  events: {},
} satisfies Contract

export type Priority = z.infer<typeof Priority>
export type Note = z.infer<typeof Note>
export type OwnRow = z.infer<typeof OwnRow>
export type OwnChange = z.infer<typeof OwnChange>
