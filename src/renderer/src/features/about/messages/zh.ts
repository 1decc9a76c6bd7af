// About the program: what it is, how it treats entered data, and the licenses of its packages.
import type { about as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const about: Translation<typeof english> = {
  about: {
    title: '关于 Quaywatch',
    open: '隐私与许可证',
    version: '版本',
    versionNote: '本机运行的版本。',
    own: 'Quaywatch 是采用 MIT 许可证的自由软件。',
    privacy: '隐私',
    privacyNote: '保存什么、发送什么、发送给谁。',
    privacySays: {
      sent: 'Quaywatch 使用您的密钥与您填写的跟踪服务通信。它只读取需要显示的内容，并发送您要求发送的内容：要跟踪的号码、修改、单据。单据会发送到服务指定的存储位置，不附带密钥。在办公室中，还会与其数据库通信，其中有所有成员的数据。',
      makers: '不会向 Quaywatch 的开发者发送任何内容：没有使用统计，没有崩溃报告，也不检查更新。',
      folders: '只读取您选择监视的文件夹中的文件和您拖入窗口的文件，不读取其他位置。其中的单据会上传到您的跟踪服务。',
      stored:
        '集装箱、您自行设定的日期、等待上传的单据和变更历史保存在本机的数据文件夹中，直到您移除账户或删除该文件夹。Quaywatch 不对其加密：能读取您文件的人就能读取它们。',
      key: '密钥保存在您输入时选择的位置，绝不会写入日志或报告；输入之后也不会再传回界面。',
      log: '日志和崩溃报告留在本机。您在“状态”中复制的报告不含密钥和任何号码。',
      notifications: '通知由您的系统显示，系统可能会将其保留在自己的通知列表中。',
      sample: '示例数据在本机生成，不会发送到任何地方。',
    },
    licences: '许可证',
    licencesNote: '随 Quaywatch 一同分发的第三方作品及其许可条款。',
    licencesChromium: '桌面应用还包含 Electron 所带的 Chromium 和 Node.js，其许可证见程序旁的 LICENSES.chromium.html。',
    licencesCount: '{n} 个软件包',
    licencesLoading: '正在读取列表',
    licencesMissing: '该列表在构建应用时生成。此副本未经构建。',
  },
  guide: {
    title: '用户指南',
    inEnglish: '指南为英文。',
    verb: '帮助：用户指南',
    also: '帮助 指南 手册 说明 help guide manual',
  },
}
