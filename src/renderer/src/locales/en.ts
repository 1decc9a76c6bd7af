// The one catalogue: every word a user reads. Sentence case, neutral statements, the trade's own terms.
import { about } from './en/about.ts'
import { alerts } from './en/alerts.ts'
import { batch } from './en/batch.ts'
import { containers } from './en/containers.ts'
import { documents } from './en/documents.ts'
import { edits } from './en/edits.ts'
import { errors } from './en/errors.ts'
import { frame } from './en/frame.ts'
import { lfd } from './en/lfd.ts'
import { lists } from './en/lists.ts'
import { panel } from './en/panel.ts'
import { settings } from './en/settings.ts'
import { room } from './en/room.ts'
import { tracking } from './en/tracking.ts'
import { views } from './en/views.ts'
import { work } from './en/work.ts'

export const en = { ...frame, ...alerts, ...lists, ...lfd, ...containers, ...panel, ...settings, ...room, ...work, ...tracking, ...edits, ...documents, ...batch, ...about, ...views, errors }
