// The German catalogue, with the same keys as en.ts. Statements are neutral; readers are addressed as „Sie“ only if it
// cannot be avoided.
import { about } from '../features/about/messages/de.ts'
import { alerts } from '../features/alerts/messages/de.ts'
import { batch } from '../features/batch/messages/de.ts'
import { containers } from '../features/containers/messages/de.ts'
import { dispute } from '../features/dispute/messages/de.ts'
import { documents } from '../features/documents/messages/de.ts'
import { edits } from '../features/edits/messages/de.ts'
import { errors } from '../engine/messages/de.ts'
import { frame } from '../app/messages/de.ts'
import { dataMessages } from '../features/settings/data-messages/de.ts'
import { lfd } from '../features/lfd/messages/de.ts'
import { keyWords } from '../features/keys/messages/de.ts'
import { links } from '../features/links/messages/de.ts'
import { lists } from '../features/lists/messages/de.ts'
import { map } from '../features/map/messages/de.ts'
import { outgoing } from '../features/handover/messages/de.ts'
import { office } from '../features/office/messages/de.ts'
import { own } from '../features/own/messages/de.ts'
import { panel } from '../features/containers/panel-messages/de.ts'
import { rates } from '../features/rates/messages/de.ts'
import { settings } from '../features/settings/messages/de.ts'
import { room } from '../features/status/messages/de.ts'
import { snapshots } from '../features/snapshots/messages/de.ts'
import { tracking } from '../features/tracking/messages/de.ts'
import { views } from '../features/lists/view-messages/de.ts'
import { work } from '../features/today/messages/de.ts'

export const de = {
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
