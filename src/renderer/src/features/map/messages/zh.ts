// The map of routes.
import type { map as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const map: Translation<typeof english> = {
  map: {
    label: '航线地图',
    also: '航线 路线 港口 世界 船 routes ports world globe vessel',
    keys: '加号和减号缩放，方向键移动地图，0 显示全部。港口和航线列在旁边。',
    illustrative: '仅供示意，不可用于航行。',
    legend: '线条：按行程日期，实线为已完成，虚线为未完成。灰色：全部已到达。',
    unknownPort: '港口未知',
    zoomIn: '放大',
    zoomOut: '缩小',
    reset: '显示全部',
    ports: '港口和内陆地点',
    routes: '航线',
    placeless: '{n} 个箱没有已知地点',
    placelessHint: '它们没有线条：服务未说明其装货港或卸货港的位置。',
    more: '另有 {routes} 条航线、{containers} 个箱未绘出。请筛选后查看。',
    moreRows: '另有 {n} 项',
    noPlace: '地点未知',
    loaded: '装货港 {n}',
    transshipped: '中转港 {n}',
    discharged: '卸货港 {n}',
    ending: '目的地 {n}',
    count: '{n} 个箱',
    cluster: '{n} 个地点：{names}',
    back: '所有港口和航线',
    showInList: '在列表中显示',
    notSailed: '未开船',
    sailed: '开船 {date}',
    due: 'ETA {date}',
    arrived: '到达 {date}',
    out: '已提柜 {n}',
    via: '经 {ports}',
  },
}
