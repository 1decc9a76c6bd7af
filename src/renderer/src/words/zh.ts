// The simplified Chinese catalogue. Fixed terms: container 集装箱 (箱 where it is narrow), shipment 货运, line 船公司, terminal
// 码头, hold 扣留, last free day 免费期截止日 (LFD where it is narrow), demurrage 滞港费, detention 滞箱费, ready 可提柜, available 可提,
// alert 提醒, pop-up 通知, a change seen in data 变更, an edit of the user's 修改. A blank separates Han characters from Latin
// letters, digits or a value that may be either.
import { about } from '../features/about/messages/zh.ts'
import { alerts } from '../features/alerts/messages/zh.ts'
import { batch } from '../features/batch/messages/zh.ts'
import { containers } from '../features/containers/messages/zh.ts'
import { dispute } from '../features/dispute/messages/zh.ts'
import { documents } from '../features/documents/messages/zh.ts'
import { edits } from '../features/edits/messages/zh.ts'
import { errors } from '../engine/messages/zh.ts'
import { frame } from '../app/messages/zh.ts'
import { dataMessages } from '../features/settings/data-messages/zh.ts'
import { lfd } from '../features/lfd/messages/zh.ts'
import { keyWords } from '../features/keys/messages/zh.ts'
import { links } from '../features/links/messages/zh.ts'
import { lists } from '../features/lists/messages/zh.ts'
import { map } from '../features/map/messages/zh.ts'
import { outgoing } from '../features/handover/messages/zh.ts'
import { office } from '../features/office/messages/zh.ts'
import { own } from '../features/own/messages/zh.ts'
import { panel } from '../features/containers/panel-messages/zh.ts'
import { rates } from '../features/rates/messages/zh.ts'
import { settings } from '../features/settings/messages/zh.ts'
import { room } from '../features/status/messages/zh.ts'
import { snapshots } from '../features/snapshots/messages/zh.ts'
import { tracking } from '../features/tracking/messages/zh.ts'
import { views } from '../features/lists/view-messages/zh.ts'
import { work } from '../features/today/messages/zh.ts'

export const zh = {
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
