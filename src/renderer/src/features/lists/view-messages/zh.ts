// Views of a list: the built-in ones, and messages about the user's own.
import type { views as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const views: Translation<typeof english> = {
  view: {
    label: '视图',
    menu: '视图：{name}',
    menuModified: '视图：{name}，保存后有改动',
    own: '您的视图',
    standard: '标准',
    reset: '恢复到保存时的状态',
    save: '保存更改',
    saveAs: '另存为',
    saveAsName: '新视图的名称',
    remove: '删除视图 {name}',
    open: '视图：{name}',
    saved: '视图 {name} 已保存。',
    removed: '视图 {name} 已删除。',
    needsName: '请为视图命名。',
    nameTaken: '已有同名视图。请换一个名称。',
    tooMany: '此列表已有 {n} 个视图，达到上限。请先删除一个。',
  },
  builtInView: {
    'lfd-week': '一周内 LFD',
    'my-lfd-week': '我的一周内 LFD',
    'empties-long': '待还空 >5 天',
    'ready-unbooked': '可提柜，无预约',
    'customs-holds': '海关扣留 >1 天',
    'no-lfd': '已卸船，无 LFD',
    disputed: '来源不一致',
    unchecked: '码头数据 >24 小时',
    arriving: '≤7 天到港',
    'changed-today': '今天有变更',
    stopped: '跟踪已停止，未提柜',
  },
}
