// The migration steps of the office's schema, oldest first. Its version is the number of steps it has run. A step is
// plain SQL and imports nothing. Never edit a released step: append a new one. Steps only add, because older versions
// of Quaywatch use the same office: new tables, new columns with a default, new functions.
import { tables } from './0001-tables.ts'
import { members } from './0002-members.ts'
import { lease } from './0003-lease.ts'
import { publish } from './0004-publish.ts'
import { tasks } from './0005-tasks.ts'
import { beat } from './0006-beat.ts'
import { rights } from './0007-rights.ts'
import { seed } from './0008-seed.ts'
import { publishAfter } from './0009-publish-after.ts'
import { key } from './0010-key.ts'
import { own } from './0011-own.ts'
import { ownTaken } from './0012-own-taken.ts'
import { bi } from './0013-bi.ts'
import { joining } from './0014-joining.ts'

export const migrations: readonly string[] = [
  tables,
  members,
  lease,
  publish,
  tasks,
  beat,
  rights,
  seed,
  publishAfter,
  key,
  own,
  ownTaken,
  bi,
  joining,
]
