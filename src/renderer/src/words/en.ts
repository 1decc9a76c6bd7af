// The English catalogue with all texts for users. Sentence case, neutral statements, the trade's own terms.
import { about } from '../features/about/messages/en.ts'
import { alerts } from '../features/alerts/messages/en.ts'
import { batch } from '../features/batch/messages/en.ts'
import { containers } from '../features/containers/messages/en.ts'
import { dispute } from '../features/dispute/messages/en.ts'
import { documents } from '../features/documents/messages/en.ts'
import { edits } from '../features/edits/messages/en.ts'
import { errors } from '../engine/messages/en.ts'
import { frame } from '../app/messages/en.ts'
import { dataMessages } from '../features/settings/data-messages/en.ts'
import { lfd } from '../features/lfd/messages/en.ts'
import { keyWords } from '../features/keys/messages/en.ts'
import { links } from '../features/links/messages/en.ts'
import { lists } from '../features/lists/messages/en.ts'
import { map } from '../features/map/messages/en.ts'
import { outgoing } from '../features/handover/messages/en.ts'
import { office } from '../features/office/messages/en.ts'
import { own } from '../features/own/messages/en.ts'
import { panel } from '../features/containers/panel-messages/en.ts'
import { rates } from '../features/rates/messages/en.ts'
import { settings } from '../features/settings/messages/en.ts'
import { snapshots } from '../features/snapshots/messages/en.ts'
import { room } from '../features/status/messages/en.ts'
import { tracking } from '../features/tracking/messages/en.ts'
import { views } from '../features/lists/view-messages/en.ts'
import { work } from '../features/today/messages/en.ts'

export const en = {
  ...frame,
  ...alerts,
  ...lists,
  ...lfd,
  ...containers,
  ...map,
  ...panel,
  office,
  ...own,
  ...rates,
  ...settings,
  ...room,
  ...work,
  ...tracking,
  ...edits,
  ...documents,
  ...batch,
  ...about,
  ...views,
  ...dataMessages,
  ...keyWords,
  ...outgoing,
  ...links,
  ...snapshots,
  ...dispute,
  errors,
}
