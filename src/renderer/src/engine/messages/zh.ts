// Each failure has one sentence that says what happened (`what`) and one that says what to do (`next`).
import type { errors as english } from './en.ts'
import type { Translation } from '../../words/translation.ts'
import { hostErrors } from '../messages-host/zh.ts'

export const errors: Translation<typeof english> = {
  'api/bad-address': {
    what: '应用无法向此地址发出请求。',
    next: '请输入跟踪服务的完整地址，以 https:// 开头，以 /v2 结尾。不带 s 的地址仅限本机使用，因为其他人可能在途中读到密钥。',
  },
  'api/offline': { what: '无法连接到跟踪服务。', next: '请检查本机的网络。服务恢复应答后，读取会自动继续。' },
  'api/certificate': {
    what: '本机不信任该服务的证书。',
    next: '请询问网络管理者：办公网络的代理往往需要安装自己的证书。',
  },
  'api/proxy-login': {
    what: '您网络的代理要求用户名和密码，而本应用无法发送。',
    next: '请让网络管理者允许该服务的地址无需登录即可通过代理。',
  },
  'api/proxy-refused': { what: '您网络的代理不允许本应用通过。', next: '请让网络管理者放行详情中列出的主机。' },
  'api/timeout': { what: '服务没有及时应答。', next: '会自动重新同步。如果持续如此，请检查网络。' },
  'api/unauthorized': { what: '服务拒绝此密钥。', next: '请确认密钥复制完整，不带引号或空格，然后重新输入。' },
  'api/forbidden': { what: '此密钥无权读取所请求的内容。', next: '请向账户管理员询问此密钥可以访问哪些数据。' },
  'api/not-found': {
    what: '服务中找不到此记录或地址。',
    next: '请检查“设置”中的地址。如果只涉及一条记录，它可能已被移除。',
  },
  'api/rate-limited': { what: '密钥的请求额度暂时用完。', next: '读取会自动继续。使用同一密钥的其他程序共享此额度。' },
  'api/server-error': { what: '服务报告自身故障。', next: '您无需处理：会自动重新同步，已保存的数据仍可使用。' },
  'api/refused': { what: '服务拒绝了请求。', next: '请重试。如果持续如此，服务可能已有变动；请查看详情。' },
  'api/redirected': { what: '该地址指向另一个位置，密钥不会发送到那里。', next: '请在“设置”中输入服务的最终地址。' },
  'api/not-json': {
    what: '此地址有应答，但不是跟踪服务。',
    next: '请检查地址。也可能是网络登录页面代为应答：请先打开任意网页。',
  },
  'api/malformed': { what: '服务的应答无法读取。', next: '已保存的数据保持原样。如果是新连接，请检查地址。' },
  'api/too-large': {
    what: '服务的应答超过了应用接受的大小。',
    next: '已保存的数据保持原样。如果是新连接，请检查地址。',
  },
  'api/too-deep': {
    what: '服务的应答嵌套过深，超过了应用接受的限度。',
    next: '已保存的数据保持原样，读取会自动重试。请告知服务管理方。',
  },
  'api/too-many-records': {
    what: '服务的应答列出的记录远多于所请求的数量：一页超过 {most} 条。',
    next: '已保存的数据保持原样，读取会自动重试。请告知服务管理方。',
  },
  'api/records-left-out': {
    what: '列表中有些记录无法读取，已被略过（{count} 条）。其余记录均已读取。',
    next: '“状态”页会列出这些记录。请告知服务管理方。',
  },
  'api/link-elsewhere': {
    what: '服务的下一页链接指向另一台主机 {host}；密钥不会发送到那里。',
    next: '读取会自动重新开始。请告知服务或其前置代理的管理方：链接必须使用“设置”中的地址。',
  },
  'api/list-short': {
    what: '服务的一个列表提前结束：应有 {total} 条记录，只读到 {done} 条。',
    next: '读取会自动重新开始。如果持续出现，请告知服务管理方：列表与其计数不一致。',
  },
  'api/list-endless': {
    what: '服务的一个列表没有结尾：下一页链接超出其自身的计数，或没有新内容。',
    next: '已在该处停止读取，并会自动重新开始。请告知服务管理方。',
  },
  'api/no-key': {
    what: '没有可用于访问服务的密钥。',
    next: '请在“设置”中输入您账户的 API 密钥。如果已保存的密钥无法读取，“设置”中会说明原因。',
  },
  'api/other-account': {
    what: '当前使用的密钥或地址属于另一个账户，而不是此处显示数据的账户。',
    next: '请在“设置”中输入此账户的密钥，或在那里添加另一个账户。在此之前不会同步任何内容，等待中的内容也不会发送。',
  },
  'api/account-unclear': {
    what: '无法确定当前使用的密钥是否属于此处显示的账户。',
    next: '在确定之前不会同步任何内容，等待中的内容也不会发送。如果您知道这是此账户的密钥，请确认；否则请在“设置”中输入正确的密钥。',
  },
  'contract/invalid-input': {
    what: '应用的一个部分向另一部分提出了它不接受的请求。',
    next: '这是应用的错误。请撤销上一次选择，或重置视图。',
  },
  'contract/unknown-call': { what: '应用的各个部分版本不一致。', next: '请关闭所有窗口，然后重新启动。' },
  'engine/disconnected': {
    what: '应用中保存数据的部分没有响应。',
    next: '如果它仍在运行，会自动重新连接。如果它已结束，请重新启动应用。',
  },
  'engine/session-over': { what: '此地址已在其他浏览器中用过，或程序已重新启动。', next: '请打开命令行中最新的地址。' },
  'engine/failed': { what: '应用中保存数据的部分无法启动。', next: '请重新启动它。已保存的内容不会丢失。' },
  'db/in-use': { what: '此数据正由应用的另一个实例打开。', next: '请关闭另一个窗口或程序，然后重新启动。' },
  'db/from-the-future': { what: '此数据由更新版本的应用写入，未作任何改动。', next: '请重新安装较新的版本。' },
  'db/state-broken': {
    what: '保存您的设置和日期的文件已损坏，已另行存放。',
    next: '如有备份则使用备份。请检查您自行设定的日期。',
  },
  'db/mirror-rebuilt': {
    what: '服务数据的本地副本已损坏，正在重新同步。',
    next: '您输入的内容不受影响。下一次完整读取之后，列表才会完整。',
  },
  'db/mirror-renewed': {
    what: '已按您的要求删除服务发来的内容，正在重新同步。',
    next: '您输入的内容和变更历史保持原样。集装箱读到后会陆续显示。',
  },
  'db/state-incomplete': {
    what: '应用意外结束，磁盘上最后保存的部分内容已损坏或丢失。',
    next: '请检查您最近的备注、修改和请求，并重新输入缺失的内容。更早保存的一切都还在。',
  },
  'db/mirror-incomplete': {
    what: '应用意外结束，磁盘上最后读取的部分内容已损坏或丢失。',
    next: '无需任何操作：会重新同步。结束前几分钟内看到的变化可能不在历史中。',
  },
  'db/disk-full': {
    what: '磁盘已满，无法保存新内容。',
    next: '请腾出一些空间。读取会自动继续；未能保存的内容需要重新输入。',
  },
  'db/no-room': {
    what: '磁盘空间不足，无法打开已保存的数据。数据没有丢失。',
    next: '请在该磁盘上腾出空间，与数据文件夹本身的大小相同即可，然后重新启动。',
  },
  'db/read-only': {
    what: '保存数据的磁盘目前只能读取，因此无法保存任何内容。之前保存的内容没有丢失。',
    next: '请恢复数据文件夹的写入权限或重新连接其磁盘，然后重新启动应用。在此之前，所有内容仍可查看和复制。',
  },
  'db/folder-gone': {
    what: '保存数据的文件夹已不存在：它被重命名或删除，或其磁盘未连接。不会保存任何新内容。',
    next: '请将其放回原处或连接其磁盘，然后重新启动应用。请先保存屏幕上仍需要的内容。',
  },
  'db/disk-error': {
    what: '无法读取或写入保存数据的磁盘。',
    next: '请重试。如果持续如此，请检查磁盘及其连接，并为数据文件夹保留一份副本。',
  },
  'containers/unknown': { what: '此集装箱不在已保存的数据中。', next: '请返回列表；它可能尚未读取。' },
  'containers/date-not-meant': {
    what: '此日期不可能是免费期截止日：它在一年多以前或两年多以后。',
    next: '请检查年份，并输入完整的四位数。',
  },
  'containers/date-set-again': {
    what: '此集装箱的免费期截止日之后又被设定或清除过。',
    next: '保留较晚的更改。如有错误，请在面板中修改。',
  },
  'own/no-note': { what: '此备注已不存在。', next: '它可能已在另一个窗口中删除。如仍需要，请重新填写。' },
  'shipments/unknown': { what: '此货运不在已保存的数据中。', next: '请返回列表；它可能尚未读取。' },
  'tracking/unknown': { what: '此跟踪请求不在已保存的数据中。', next: '请返回列表；它可能已被撤回。' },
  'tracking/already-waiting': { what: '此号码已在等待发送。', next: '可在“请求”中找到它；连接到服务后会立即发送。' },
  'tracking/already-sent': {
    what: '此请求已从本机发出，无法撤回。',
    next: '如果不应发送，请在服务的网页版中停止跟踪。',
  },
  'fields/unknown': { what: '账户中没有此自定义字段或选项。', next: '它可能已被移除。请重新打开该记录。' },
  'fields/not-taken': {
    what: '此字段不接受这样的值。',
    next: '请输入符合字段类型的值：最多六位小数的数字、日期，或其选项之一。',
  },
  'tracking/plan-limit': {
    what: '您在服务中的套餐不再接受新号码。',
    next: '未发送的号码在此等待。请停止其他跟踪或更改套餐，然后点击“继续发送”。',
  },
  'tracking/unknown-batch': { what: '此清单已不再保留：只保留最近二十份。', next: '其中的号码可在请求列表中找到。' },
  'import/empty': { what: '此文件没有内容。', next: '请打开它确认清单是否在其中，然后重新选择。' },
  'import/too-big': {
    what: '此文件对于号码清单来说太大。',
    next: '请将含有号码的工作表另存为单独的文件，不超过 20 MB。',
  },
  'import/too-many-lines': {
    what: '此文件的行数超过一次可检查的上限。',
    next: '请拆分成每个不超过 20,000 行的文件。如果列表没有这么长，说明其下方很远处还有内容：请删除那些行。',
  },
  'import/not-a-list': {
    what: '这不是可以读取的清单。',
    next: '请选择 CSV、文本文件或 Excel 工作簿（XLSX），或直接粘贴号码。',
  },
  'import/old-workbook': {
    what: '这是旧格式（XLS）的工作簿，无法读取。',
    next: '请在 Excel 中打开，另存为“Excel 工作簿 (.xlsx)”或 CSV，然后选择该文件。',
  },
  'import/password': {
    what: '此工作簿受密码保护。',
    next: '请在 Excel 中打开，另存一份不带密码的副本并选择该副本；或复制单元格粘贴到此处。',
  },
  'import/damaged': { what: '此工作簿已损坏或不完整。', next: '请在 Excel 中打开并重新保存，或另存为 CSV。' },
  'import/too-slow': { what: '读取此文件用时过长，已终止。', next: '请只将含有号码的工作表另存为 CSV，然后选择它。' },
  'documents/unknown': { what: '此处没有这份单据。', next: '它可能已在服务端移除。列表显示现有的单据。' },
  'documents/empty': { what: '文件是空的。', next: '请重新保存或扫描。文件有内容后会立即接收。' },
  'documents/too-large': { what: '文件大于 500 MB。', next: '请拆分文件，或以较低分辨率扫描。' },
  'documents/not-readable': { what: '无权读取该文件。', next: '请为当前用户授予读取权限。会自动重试。' },
  'documents/locked': { what: '另一个程序正打开该文件。', next: '请在那里关闭它。解除占用后会立即接收。' },
  'documents/online-only': { what: '该文件在云端，不在本机。', next: '请打开其所在文件夹，选择将其保留在本机。' },
  'documents/not-finished': {
    what: '文件缺少末尾部分：写入它的程序可能中途停止。',
    next: '文件已按原样发送。请查看，如有缺页请重新保存。',
  },
  'documents/not-a-file': { what: '这是文件夹或链接，不是文件。', next: '请将文件本身放入监视文件夹。' },
  'documents/type-not-taken': { what: '此类文件不是服务可读取的单据。', next: '请另存为 PDF、图片、文本或电子表格。' },
  'documents/refused': { what: '服务不接受此文件。', next: '请查看其原因，解决后重试。' },
  'documents/not-arriving': {
    what: '服务连续三次未能存储该文件。',
    next: '请稍后重试。副本会按“设置”中“隐私与存储”所选的天数保留。',
  },
  'documents/not-extracted': { what: '服务未能从中读取任何内容。', next: '请手动设定其类型并重新读取，或自行查看。' },
  'documents/gone': { what: '此单据已在服务端删除。', next: '您手中的文件不受影响：如有需要请重新上传。' },
  'documents/no-file': {
    what: '没有可显示的文件。',
    next: '本机和服务目前都无法提供该文件。请在其来源处打开，或稍后重试。',
  },
  'documents/too-large-to-open': {
    what: '文件大于 100 MB，且此处没有保留副本。',
    next: '请在其来源处打开，或在服务自己的应用中打开。',
  },
  'documents/not-kept': {
    what: '此处已不再保留该文件的副本，它也不再以原样存在于监视文件夹中。',
    next: '请重新放入监视文件夹，或拖到窗口中。',
  },
  'documents/not-an-image': { what: '只有图片可以旋转。', next: '请在生成它的程序中旋转，然后重新上传。' },
  'documents/check-needed': { what: '未收到应答，不清楚是否已执行。', next: '请查看单据，如未执行请再次请求。' },
  'documents/not-dropped': { what: '未能接收该文件。', next: '请重新拖放。没有保留任何内容。' },
  'documents/no-preview': { what: '此类文件无法在此显示。', next: '请保存副本，用相应的程序打开。' },
  'documents/password': { what: '文件受密码保护。', next: '请另存为不带密码的文件，然后重新上传。' },
  'documents/damaged': { what: '文件已损坏，无法显示。', next: '请保存副本，看其他程序能否打开，或重新保存该文件。' },
  'documents/page-damaged': {
    what: '第 {page} 页已损坏，无法显示。',
    next: '其他页可以显示。请保存副本，看其他程序能否显示此页。',
  },
  'emails/unknown': { what: '此处没有这封邮件。', next: '请返回列表。该邮件可能已在服务端移除。' },
  'alerts/unknown': { what: '该提醒已不在列表中。', next: '提醒会在 90 天后删除。' },
  'edits/unknown': { what: '此修改不在已保存的修改之中。', next: '请返回列表。该编辑可能已被撤回或已执行。' },
  'edits/already-sent': { what: '此修改已从本机发出，无法撤回。', next: '请再次修改该值：后一次修改会随后发送。' },
  ...hostErrors,
  internal: { what: '应用出错。', next: '请重试。详情见应用日志。' },
}
