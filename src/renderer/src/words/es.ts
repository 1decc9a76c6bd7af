// The Spanish catalogue: neutral between Spain and Latin America, impersonal, the trade's own terms.
import { about } from '../features/about/messages/es.ts'
import { alerts } from '../features/alerts/messages/es.ts'
import { batch } from '../features/batch/messages/es.ts'
import { containers } from '../features/containers/messages/es.ts'
import { dispute } from '../features/dispute/messages/es.ts'
import { documents } from '../features/documents/messages/es.ts'
import { edits } from '../features/edits/messages/es.ts'
import { errors } from '../engine/messages/es.ts'
import { frame } from '../app/messages/es.ts'
import { dataMessages } from '../features/settings/data-messages/es.ts'
import { lfd } from '../features/lfd/messages/es.ts'
import { keyWords } from '../features/keys/messages/es.ts'
import { links } from '../features/links/messages/es.ts'
import { lists } from '../features/lists/messages/es.ts'
import { map } from '../features/map/messages/es.ts'
import { outgoing } from '../features/handover/messages/es.ts'
import { office } from '../features/office/messages/es.ts'
import { own } from '../features/own/messages/es.ts'
import { panel } from '../features/containers/panel-messages/es.ts'
import { rates } from '../features/rates/messages/es.ts'
import { settings } from '../features/settings/messages/es.ts'
import { room } from '../features/status/messages/es.ts'
import { snapshots } from '../features/snapshots/messages/es.ts'
import { tracking } from '../features/tracking/messages/es.ts'
import { views } from '../features/lists/view-messages/es.ts'
import { work } from '../features/today/messages/es.ts'

export const es = {
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
