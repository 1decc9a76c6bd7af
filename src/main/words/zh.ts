import type { Words } from './wording.ts'

export const zh: Words = {
  open: '打开 Quaywatch',
  quit: '退出 Quaywatch',
  urgent: (count) => (count === 0 ? '没有紧急提醒' : `${count} 条紧急提醒`),
  notification: { show: '查看', snooze: '1 小时后再提醒' },
  menu: {
    about: '关于 Quaywatch',
    settings: '设置…',
    file: '文件',
    edit: '编辑',
    view: '视图',
    help: '帮助',
    logs: '打开日志文件夹',
    releases: '查看新版本',
  },
  failing: {
    message: '窗口反复出错',
    detail: (logPath) => `一分钟内已多次重新打开。已保存的内容不会丢失，提醒仍会送达。\n\n日志位于 ${logPath}`,
    buttons: ['重新打开', '退出 Quaywatch'],
  },
  stuck: {
    message: '窗口没有响应',
    detail: '可能正在处理很长的列表。重新打开只会丢失已输入但未保存的内容。',
    buttons: ['等待', '重新打开'],
  },
  link: {
    message: '要在 Quaywatch 之外打开此地址吗？',
    buttons: ['不打开', '打开'],
    remember: (host) => `在退出 Quaywatch 之前，打开 ${host} 不再询问`,
  },
  fault: {
    title: 'Quaywatch 需要关闭',
    detail: (logId, logPath) => `发生了意外错误（${logId}）。已保存的内容不会丢失。\n\n日志位于 ${logPath}`,
  },
}
