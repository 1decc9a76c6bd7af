// Every word a user reads, in simplified Chinese. Words that must stay the same everywhere: container 集装箱 (箱 where it
// is narrow), shipment 货运, line 船公司, terminal 码头, hold 扣留, last free day 免费期截止日 (LFD where it is narrow),
// demurrage 滞港费, detention 滞箱费, ready 可提柜, available 可提, alert 提醒, pop-up 通知, a change seen in data 变更, an edit of
// the user's 修改. A blank stands between Han characters and Latin letters, digits or a value that may be either.
import { about } from './zh/about.ts'
import { alerts } from './zh/alerts.ts'
import { batch } from './zh/batch.ts'
import { containers } from './zh/containers.ts'
import { dispute } from './zh/dispute.ts'
import { documents } from './zh/documents.ts'
import { edits } from './zh/edits.ts'
import { errors } from './zh/errors.ts'
import { frame } from './zh/frame.ts'
import { kept } from './zh/kept.ts'
import { lfd } from './zh/lfd.ts'
import { keyWords } from './zh/keys.ts'
import { links } from './zh/links.ts'
import { lists } from './zh/lists.ts'
import { map } from './zh/map.ts'
import { outgoing } from './zh/outgoing.ts'
import { own } from './zh/own.ts'
import { panel } from './zh/panel.ts'
import { rates } from './zh/rates.ts'
import { settings } from './zh/settings.ts'
import { room } from './zh/room.ts'
import { snapshots } from './zh/snapshots.ts'
import { tracking } from './zh/tracking.ts'
import { views } from './zh/views.ts'
import { work } from './zh/work.ts'

export const zh = { ...frame, ...alerts, ...lists, ...lfd, ...containers, ...map, ...panel, ...own, ...rates, ...settings, ...room, ...work, ...tracking, ...edits, ...documents, ...batch, ...about, ...views, ...kept, ...keyWords, ...outgoing, ...links, ...snapshots, ...dispute, errors }
