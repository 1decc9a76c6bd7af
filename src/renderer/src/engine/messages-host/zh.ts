// The texts of failures between the app, this computer, the user's files and the office's database. The other failures
// are in messages/.
import type { hostErrors as english } from './en.ts'
import type { Translation } from '../../words/translation.ts'

export const hostErrors: Translation<typeof english> = {
  'folders/unknown': { what: '此文件夹已不再监视。', next: '请在“设置”中重新添加。' },
  'folders/not-found': { what: '此路径下没有文件夹。', next: '请检查拼写。网络共享需要先连接。' },
  'folders/not-answering': { what: '此文件夹没有响应。', next: '请检查其所在网络共享或驱动器的连接，然后重试。' },
  'folders/not-a-folder': { what: '此路径指向一个文件。', next: '请填写该文件所在的文件夹。' },
  'folders/not-readable': { what: '无权读取此文件夹。', next: '请向其管理者申请读取权限，或选择其他文件夹。' },
  'folders/not-writable': {
    what: '无法在此文件夹中写入或移动文件。',
    next: '请申请写入权限，选择其他文件夹，或将监视文件夹中的文件留在原处。',
  },
  'folders/already-watched': { what: '此文件夹或其上级、下级文件夹已在监视中。', next: '请先移除另一个。' },
  'folders/own-data': { what: '这是 Quaywatch 自己的文件夹。', next: '请选择保存单据的文件夹。' },
  'folders/not-picked': { what: '此文件夹不是在电脑自己的对话框中选择的。', next: '请点击“选择文件夹”，在其中选择。' },
  'own-data/not-ours': {
    what: '这不是 Quaywatch 的自有数据文件。没有更改任何内容。',
    next: '请选择在“设置”的“自有数据”中保存的文件，其名称以 quaywatch-own-data 开头。',
  },
  'own-data/damaged': {
    what: '此文件已损坏或被手动改动：内容与校验和不符。没有更改任何内容。',
    next: '请在另一台电脑上重新保存该文件，或重新复制一次。',
  },
  'own-data/newer': {
    what: '此文件来自更新版本的 Quaywatch，其中部分内容在此会丢失。没有更改任何内容。',
    next: '请更新本机的 Quaywatch，然后重新选择该文件。',
  },
  'own-data/gone': {
    what: '这些数据已不在此处：它们已更改，或副本已被删除。没有更改任何内容。',
    next: '请重新打开列表，或重新选择文件。',
  },
  'snapshots/unknown': { what: '此快照已不存在。', next: '请重新查看快照列表。' },
  'snapshots/too-many': { what: '无法再添加快照。', next: '请移除一个不再使用的快照。' },
  'snapshots/same-file': {
    what: '另一个快照会在此文件夹中写入同名文件。',
    next: '请更改文件名的开头，或选择其他文件夹。',
  },
  'snapshots/watched-folder': {
    what: '此文件夹中的文件会被上传，因此不会写入任何内容。',
    next: '请选择其他文件夹，或停止监视此文件夹。',
  },
  'snapshots/nothing-yet': { what: '集装箱尚未完整读取，因此未写入任何内容。', next: '请等首次同步完成后再写入。' },
  'snapshots/other-file': {
    what: '该文件夹中已有并非此快照写入的同名文件，已保持原样。',
    next: '请移走该文件，或为快照换一个文件名。每 15 分钟会重试一次。',
  },
  'snapshots/locked': {
    what: '快照未写入：另一个程序占用了该文件。',
    next: '请在那里关闭它，或等待同步完成。每 15 分钟会重试一次。',
  },
  'snapshots/no-room': { what: '快照未写入：该磁盘没有剩余空间。', next: '请在那里腾出空间。每 15 分钟会重试一次。' },
  'snapshots/folder-gone': {
    what: '快照未写入：找不到其文件夹。',
    next: '请连接其磁盘或共享，或选择其他文件夹。每 15 分钟会重试一次。',
  },
  'snapshots/not-written': {
    what: '快照未写入：文件夹没有接受它。',
    next: '请检查其磁盘或共享，或选择其他文件夹。每 15 分钟会重试一次。',
  },
  'links/not-an-address': {
    what: '这不是可以打开的地址。',
    next: '请从另一个程序完整复制；它以 https:// 之类开头，且没有空格。',
  },
  'links/scheme-refused': {
    what: '以此开头的地址绝不会打开。',
    next: '请使用网页地址，或另一个程序的制造商给出的地址。',
  },
  'links/unknown-place': { what: '没有这样的占位。', next: '请使用字段下方的占位之一，写法与那里一致。' },
  'links/place-in-host': { what: '网站名称不能来自记录。', next: '请写全，并把占位放在第一个单斜杠之后。' },
  'links/too-many': { what: '无法再添加地址。', next: '请移除一个不再使用的地址。' },
  'rates/same-terms': {
    what: '相同的集装箱已有一张费率表。',
    next: '请修改那一张，或在此填写其他船公司、码头、类型或长度。',
  },
  'own-data/not-taken': {
    what: '未能交付该文件。没有更改任何内容。',
    next: '请确认该文件可读取、本磁盘有足够空间，然后重新选择。',
  },
  'export/too-many-rows': {
    what: '工作簿最多容纳 1,048,575 行，此列表超出了上限。没有写入任何内容。',
    next: '请用筛选缩小列表，或导出为 CSV。',
  },
  'export/list-changed': { what: '写入期间列表的排序被更改。没有写入任何内容。', next: '请重新导出。' },
  'export/not-written': { what: '文件无法写入。没有留下任何内容。', next: '请确认本磁盘有足够空间，然后重新导出。' },
  'shell/membership-not-stored': {
    what: '本机无法保存办公室成员资格。',
    next: '请为您的用户设置密钥环，重新启动 Quaywatch 后再加入。',
  },
  'shell/key-not-stored': { what: '密钥无法保存在本机。', next: '请选择其他保存位置。' },
  'shell/key-for-other-address': {
    what: '保存的密钥是为另一个地址输入的，不会发送到此地址。',
    next: '请同时输入新地址的密钥。',
  },
  'shell/key-in-other-account': { what: '账户“{account}”已使用此密钥。', next: '请切换到该账户，或输入其他密钥。' },
  'shell/other-account': {
    what: '此密钥或地址属于“{account}”以外的另一个账户。没有更改任何内容。',
    next: '请在“设置”的“账户”中将其作为单独的账户打开。',
  },
  'shell/name-in-other-account': {
    what: '已有另一个账户名为“{account}”。',
    next: '请选择能区分两者的名称：它显示在每个页面上方。',
  },
  'shell/account-unknown': { what: '此账户已不在列表中。', next: '请从列表中选择其他账户。' },
  'shell/data-not-deleted': {
    what: '账户已移除，密钥已清除，但其数据文件夹无法删除。',
    next: '请关闭可能正在使用它的其他程序并手动删除该文件夹，或重新添加该账户后再次移除。',
  },
  'shell/settings-reset': {
    what: '应用的设置文件无法读取，已恢复为默认设置。',
    next: '请在“设置”中检查服务地址和主题。',
  },
  'shell/service-did-not-start': { what: '示例数据的服务没有启动。', next: '请重试，或连接您自己的账户。' },
  'shell/no-dialog': { what: '此窗口无法显示选择文件夹的对话框。', next: '请输入文件夹的路径。' },
  'shell/copy-no-room': { what: '副本没有保存：该磁盘空间不足。', next: '请腾出空间，或保存到其他位置。' },
  'shell/copy-refused': {
    what: '副本没有保存：该文件夹或其中的同名文件无法写入。',
    next: '请选择其他文件夹或名称，或关闭正在打开该文件的程序，然后重新保存。',
  },
  'shell/pdf-not-made': { what: '无法生成 PDF。', next: '请重试，或打印并在打印对话框中选择“另存为 PDF”。' },
  'shell/copy-not-saved': {
    what: '副本没有保存：您选择的位置未接受它，或已不存在。',
    next: '请检查该磁盘或共享是否已连接，或保存到其他位置。',
  },
  'shell/link-refused': {
    what: '未打开此链接：它不属于可以打开的链接。',
    next: '如果您确定它没有问题，请复制后自行打开。',
  },
  'shell/links-too-many': { what: '同时要求打开多个链接，此链接没有打开。', next: '请等一分钟后重新打开。' },
  'shell/login-refused': {
    what: '本机没有接受对登录启动项的更改。',
    next: '请在电脑自己的设置中更改，或询问其管理者。',
  },
  'shell/desktop-only': { what: '只有桌面应用能执行此操作，而这是浏览器中的页面。', next: '请打开桌面应用。' },
  'office/unreachable': { what: '无法连接到办公室的数据库。', next: '请检查本机的网络。您可以继续使用已保存的数据。' },
  'office/certificate': { what: '本机不信任办公室数据库的证书。', next: '请询问办公室的管理员证书是否已更换。' },
  'office/tls-required': {
    what: '办公室的数据库不加密连接，因此本应用不连接。',
    next: '请让办公室的管理员在 PostgreSQL 中启用 TLS。',
  },
  'office/login-refused': { what: '办公室的数据库拒绝了此登录。', next: '请检查用户名和密码，或询问办公室的管理员。' },
  'office/no-database': { what: '服务器上没有此名称的数据库。', next: '请检查办公室的地址，或询问其管理员。' },
  'office/too-many-connections': {
    what: '办公室的数据库不再接受新的连接。',
    next: '请让办公室的管理员提高 PostgreSQL 的 max_connections。每台电脑需要两个连接。',
  },
  'office/follows': {
    what: '办公室的另一台电脑负责读取服务并发送请求。',
    next: '请在那台电脑上操作，或等待本机接管。',
  },
  'office/other-account': {
    what: '本机的密钥不属于办公室的账户。',
    next: '请在“设置”中输入办公室的密钥，或向办公室的管理员索取此账户的文件。',
  },
  'office/key-changed': {
    what: '办公室仍在使用此账户之前的 API 密钥。',
    next: '请让办公室的管理员在其电脑的“设置”中输入新密钥。',
  },
  'office/no-leader': {
    what: '目前办公室没有电脑在读取服务。',
    next: '请在可以读取的电脑上启动 Quaywatch，或启动办公室的后台程序。',
  },
  'office/not-away': { what: '办公室已恢复，或不可用的时间不足 15 分钟。', next: '如果办公室仍不可用，请稍后重试。' },
  'office/handed-over': {
    what: '办公室的电脑“{device}”接下来将发送此项。',
    next: '该电脑可以发送时会立即发送。在此期间您可以关闭 Quaywatch。',
  },
  'office/too-large': {
    what: '内容过大，无法由办公室的其他电脑发送。',
    next: '请缩短内容，或在读取服务的电脑上进行更改。',
  },
  'office/full': { what: '办公室数据库的磁盘已满。', next: '请让办公室的管理员释放空间。' },
  'office/busy': { what: '办公室的数据库响应时间过长。', next: '请稍后重试。您可以继续使用已保存的数据。' },
  'office/not-a-member': { what: '您不是此办公室的成员。', next: '请询问办公室的管理员。本机上的数据仍可查看。' },
  'office/not-allowed': { what: '您在办公室中的角色不允许此操作。', next: '请让办公室的管理员更改您的角色。' },
  'office/too-old': {
    what: '办公室要求使用更新版本的 Quaywatch。',
    next: '请更新 Quaywatch。在此之前，您可以继续使用本机上的数据。',
  },
  'office/newer': {
    what: '此办公室由更新版本的 Quaywatch 建立。没有更改任何内容。',
    next: '请更新本机上的 Quaywatch，然后重试。',
  },
  'office/server-too-old': {
    what: '办公室需要 PostgreSQL 14 或更新的版本，而此服务器的版本较旧。',
    next: '请让服务器的管理员安装更新的版本。',
  },
  'office/too-many-tasks': { what: '今天向办公室提交的请求已达上限。', next: '请明天重试。' },
  'office/address-invalid': {
    what: '这既不是数据库地址，也不是邀请。',
    next: '请输入以 postgres:// 开头并包含用户名、密码、主机和数据库的地址，或粘贴完整的邀请。',
  },
  'office/invitation-invalid': {
    what: '此邀请已损坏或不完整。',
    next: '请复制完整的链接，或向办公室的管理员索取新的邀请。',
  },
  'office/invitation-used': {
    what: '此邀请已被使用，或已被更新的邀请取代。',
    next: '请向办公室的管理员索取新的邀请。',
  },
  'office/no-key': {
    what: '此账户没有 API 密钥，而办公室需要一个。',
    next: '请在设置中输入账户的 API 密钥，然后重试。',
  },
  'office/exists': { what: '此数据库中已有办公室。', next: '请重新检查地址以加入该办公室，或使用其他数据库。' },
  'office/login-rights': {
    what: '此登录无权在数据库中创建办公室所需的内容。没有更改任何内容。',
    next: '请让数据库的管理员授予此登录 CREATEROLE 权限和该数据库的 CREATE 权限。',
  },
  'office/last-admin': { what: '此成员是办公室唯一的管理员。', next: '请先邀请另一位管理员。' },
}
