"""Characters and words that make or unmake Chinese names; literal tables, read by ``names.py``."""

from __future__ import annotations

from typing import Final


def words(table: str) -> tuple[str, ...]:
    """The words of a table, written with spaces and line ends between them."""
    return tuple(table.split())


COMPOUND_SURNAMES: Final = frozenset(
    words(
        """
    司马 欧阳 诸葛 上官 司徒 司空 夏侯 皇甫 尉迟 公孙 慕容 长孙 宇文 鲜于 闾丘 东方 西门 南宫 令狐
    端木 独孤 呼延 申屠 太史 澹台 轩辕 百里 东郭 公羊 谷梁 拓跋 完颜 耶律 爱新 庚桑
    """
    )
)

# Surnames that are hardly a word of their own: they may open a name without further evidence.
PLAIN_SURNAMES: Final = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱郭罗郑梁谢宋唐许韩冯邓曹彭萧田董袁潘蒋蔡杜叶魏吕沈姚卢姜崔钟谭陆汪范廖贾韦邹熊"
    "孟秦邱尹薛阎段侯陶黎贺顾郝龚邵钱覃戴莫孔汤苏丁林章鲁郁茅俞傅裴岑倪殷毕郜邬柳鲍伍卞祁臧瞿闵葛樊霍虞缪翁荀"
    "麦晏柴阮蓝詹聂庞褚樊梅匡窦蒲邢祝欧涂辜耿甘简巫"
)
# Surnames that are also common words: a name that opens with one needs a boundary before it.
DOUBTFUL_SURNAMES: Final = frozenset(
    "马高何江余于任程方石毛史龙武向万白文温古牛时严金季左成安常连雷游应水花单康齐宗路尚施包洪童项关应易柯屈乐艾"
    "夏凌华管明元冷车房隋司解计全从伏平和区巴查党谷桂焦靳井居鞠阚隗况赖郎劳冉戎阙茹芮桑沙佘申盛寿舒宿谈滕佟图"
    "危闻习鲜冼幸宣晋荣卓卜曾师章支"
)

# Of these, the ones that mostly are words; a verb of writing after them proves nothing.
FUNCTION_SURNAMES: Final = frozenset("曾于从向全连应解明元司简安单常任何左时程施支和")

# Characters that do not stand in given names: function words, pronouns, numerals of prose, verbs of saying.
NOT_GIVEN: Final = frozenset(
    "的了是不在有我他她它这那也来为说以之于上们所就得要自和个者可还到去等都很没又与么么吗呢吧罢啊呀哦嘛哩着过"
    "你您谁其此该每某各对把被给让使由从向并且而但或因故虽却则即便再只才将已曾正最更太极些种件条张"
    "看见听想问答叫喊笑哭走跑坐站吃喝打做作写读讲话语字句词些己们儿吗哪什怎样时候岁月日年点里外间前后下内"
    "一二三五六七八九十百千两几多少第号至及跟比当似像如若乃焉哉乎矣耶及诸何且给替往距据按照用应该能会必须需够"
    "后先著译编撰注引氏君女男父母兄弟姊妹爷妈爸婆叔姑嫂等均皆亦尚非未勿莫毋无"
)
# Endings that make a three-character candidate a common noun.
NOUN_ENDS: Final = frozenset(
    "们者性化派党店馆校员头缸树鱼鸟器具品物词句话人家学院社会报刊国省县市城路街代朝族教店主义史论法术节汁药酒茶油病院"
)

# First two characters of common words that look like a surname and a given name.
COMMON_WORDS: Final = frozenset(
    words(
        """
    曾任 曾在 曾与 曾被 曾将 曾以 曾于 连载 连同 司法 全名 简放 明末 明季 明初 明确 古久 从官 从予 和西
    于左 于玉 向玉 于胡 石印 项下 魏中 吴兴 甘蔗 甘草 麦冬 宋椠 宋版 明版
    白话 黄包 文学 文明 文章 文字 文化 文艺 高兴 方面 方法 时候 时常 时代 常常 何况 何以 何必 何尝
    何等 何如 安排 安全 单是 单单 温和 任何 任务 曾经 应该 应当 程度 游历 向来 古来 古人 古文 简直
    简单 空气 相信 和平 平常 平等 万一 成功 成为 成立 都是 关于 关系 东西 冷笑 元年 牛马 石头 谢谢
    明白 明天 明明 包括 全体 宣传 宣言 宣布 严重 严格 钟头 花园 解释 解放 支持 通信 毛病 雷峰 别人
    能够 陈列 陈述 陈迹 周围 周刊 周年 周到 章程 章节 张开 张大 许多 许可 钱财 顾客 顾问 林立 叶子
    汤匙 莫非 莫名 莫大 陆续 陆军 梅花 柳树 杨柳 黄金 黄昏 黄色 田地 田野 孔雀 孔教 段落 范围 苏醒
    苏俄 苏联 罗马 罗列 胡说 胡闹 胡子 胡涂 胡同 胡乱 朱红 唐突 唐朝 宋朝 宋代 唐代 秦汉 秦朝 明朝
    汉朝 金钱 金石 金鱼 马上 马路 马车 龙头 史料 史实 石油 石像 水平 水手 水浒 江南 江湖 江山 江苏
    江西 江北 夏天 夏历 华人 华工 华夏 武士 武器 武昌 乐观 乐意 易于 容易 施行 计划 路上 路线 路旁
    尚且 连忙 连累 左右 左翼 左联 左近 管理 管束 房屋 房子 车站 车夫 党员 党派 桂花 焦急 居然 居住
    盛大 寿命 舒服 谈话 谈论 图书 图画 危险 危急 习惯 新闻 鲜明 荣誉 卓绝 师范 师生 支那 蓝色 麦子
    甘心 毕业 毕竟 殷勤 鲁莽 祝福 麻木 蒲公 欧洲 欧战 欧美 司令 东方 西门 从来 从前 全国 全集 全部
    平民 平生 安徽 安慰 安静 康健 温柔 温度 高等 高声 高明 高手 高粱 方针 方言 方才 白眼 白天 白云
    白色 白骨 古怪 古代 古书 古典 元气 成绩 成就 成见 包围 项目 关心 余地 余下 马虎 毛虫 毛笔 毛巾
    钟点 侯门 孙子 王者 王国 王公 王道 王朝 王法 李子 杜鹃 杜绝 杜撰 叶片 苏州 杨树 黎明 黎民 廖廓
    魏晋 魏国 吴国 赵国 韩国 郑国 秦国 楚国 吴越 齐国 鲁国 宋国 陈国 曹操 彭湃 萧条 萧索 熊熊 孟浪
    陶醉 陶冶 贺年 贺喜 顾虑 顾忌 范畴 范例 沈默 沈重 沈思 沈闷 丁香 林木 林子 傅会 柴火 蓝本 祝贺
    祝愿 耿耿 伍长 葛藤 汪洋 姜汤 姚黄 谭腿 郁闷 郁郁 章回 邓林 尹人 翁仲 莫测 钱庄 钱粮 黄河 黄海
    蒋党 蒋汪 汪蒋 段政 徐徐 徐缓 冯妇 罗网 罗致 罗汉 林中 田园 袁党 杨花 周室 周朝 周代 周族 殷商
    殷墟 周末 周作 王孙 王爷 王府
    """
    )
)

# What follows a full name and shows that it is a person's.
PERSON_TITLES: Final = words(
    """
    先生 女士 教授 博士 氏 君 总长 校长 将军 督军 总统 总理 主席 同志 夫人 小姐 院长 主任 司长 部长
    秘书长 翰林 举人 秀才 道士 和尚 大师 法师 居士 律师 医生 大夫 诗人 作家 老爷 太太 太爷 大人 皇帝
    大帝 丞相 道台 巡抚 兄 诸君 辈 之流
    """
)

OCCUPATIONS: Final = words(
    """
    作家 小说家 诗人 文学家 思想家 政治家 画家 学者 教授 皇帝 大臣 将领 军阀 政客 僧人 高僧 哲学家
    科学家 评论家 批评家 翻译家 剧作家 戏剧家 记者 革命家 革命者 教育家 音乐家 演员 史学家 历史学家
    经学家 理学家 医学家 物理学家 生物学家 军事家 外交家 官僚 美术家 雕塑家 雕刻家 艺术家 散文家
    词人 书法家 藏书家 旅行家 传教士 社会学家 经济学家 心理学家 语言学家 国王 君主 诸侯 太守 大将
    农民起义领袖 编辑 教员 尚书 进士 举人 道士 隐士 谋士 名士 侠客 刺客 名医 名臣 名将 宦官 太监
    女皇 王后 皇后 领袖 创始人 理论家 活动家 文艺家 名妓 学生 弟子 助教 总长 校长 人物 诗僧 神仙
    神话 律师 数学家 天文学家 考古学家 古生物学家 植物学家 动物学家 博物学家 发明家 探险家 航海家
    探险家 元帅 上将 总统 首相 总理 汉学家 美学家
    """
)

# Characters that render foreign names; HARD ones hardly occur side by side in Chinese words.
TRANSLITERATION_HARD: Final = frozenset(
    "屠勗尔斯克特基夫诺卡罗莱弗伦姆洛萨奥埃勒伊巴亚德普茨鲁拉列涅娜妮蒂琳谟洼贾阿比利奇维契柯萧伯纳泰戈丹恩顿科戴孛迭更"
    "佛朗莎芬蒲汗司沙叔显勃耶瓦彼迦迪兹黎穆哈赫惠玛摩札扎托法蔼梭彭儒厄吐"
)
TRANSLITERATION: Final = TRANSLITERATION_HARD | frozenset(
    "翰朵安白波达堂吉诃多尼米密马西里大力加古格哥高果海霍杰堪可肯库昆莉林龙曼梅蒙门莫墨南内欧帕裴佩皮塞桑圣士苏索塔坦提图威文温沃乌希"
    "夏辛雅扬叶英尤约泽詹珍朱支曹甘盖赛荷易卜生易士望且彻来式俾麦葛理因凯笛珂瑞典雪莱拜仑霭瞿提亨茂孟什维斐绥那其辟哀乔治卢布冈珈赞倍培进涅匿盎蕾黛夏璧尼采菲杰密廉宁孚"
)
# Renderings of foreign words that are no persons.
FOREIGN_WORDS: Final = frozenset(
    words(
        """
    普罗列塔利亚 布尔乔亚 小布尔乔亚 普罗列塔利亚特 意德沃罗基 德谟克拉西 烟士披里纯 赛因斯 费厄泼赖
    奥伏赫变 布尔什维克 孟什维克 印贴利更追亚 印贴利根追亚 印象派 罗曼蒂克 歇斯底里 托拉斯 苏维埃
    康德拉 阿弥陀 伊斯兰 哈哈哈哈 阿阿 罗曼谛克 普罗 普罗文学 法西斯 世界语 伊里亚特 沙发 安那其
    亚细亚 欧罗巴 阿非利加 亚美利加 斯拉夫 西伯利亚 波希米亚 巴尔干 高加索 意大利 奥大利 匈牙利
    保加利亚 罗马尼亚 比利时 阿拉伯 印度 波斯 犹太 希腊 罗马 耶稣 基督 基督教 特别 克服 阿拉 沙弗
    拉丁 雅典 亚洲 沙漠 伯林 柏林 巴黎 伦敦 莫斯科 彼得堡 列宁格勒 耶路撒冷 加拿大 墨西哥 古巴 巴西
    阿尔巴尼亚
    """
    )
)

ORGANISATION_SUFFIXES: Final = words(
    """
    师范大学 女子大学 大学 师范学校 专门学校 专科学校 中学 小学 女校 学校 学堂 学院 研究院 科学院
    学会 研究会 协会 委员会 同盟 联盟 联合会 维持会 筹安会 促进会 书局 书店 书社 书馆 印书馆 文学社
    文艺社 出版社 通讯社 杂志社 银行 公司 博物馆 图书馆 博物院 教育部 外交部 内务部 财政部 政府 剧团
    歌剧团 剧社 红十字会 医院 同文馆 编译馆 编译所 学社 总工会 自治会 评议会
    """
)
# Words that cannot stand inside an organisation's name: the run before the suffix is a clause.
ORGANISATION_VERBS: Final = words(
    """
    主持 转学 支持 承认 镇压 揭露 鼓动 拥护 强迫 知道 觉得 恐怕 开会 介绍 帮助 攻击 反对 解散 封闭
    成为 附逆 投奔 痛斥 纠弹 呈报 送交 通知 领导 接收 接办 筹备 筹办 兼任 肄业 讲学 演讲 供职 服务
    请愿 回国 留学 取缔 打倒 创办 演说 要求 便托 泛论 旅行 参观 指挥 控制 统治 占据 任命 宣布 对付
    屠杀 杀戮 破获 似乎 什么 商议 宣传 所谓 不肯 以及
    """
)
# Organisations of one suffix character, taken only from notes and quotation marks.
SHORT_ORGANISATION_SUFFIXES: Final = frozenset("社党会团派军系院馆")
# A character left of which an organisation's name cannot begin.
ORGANISATION_STOP: Final = frozenset(
    "的是在于为由从到被和与及入办任如对向把将给让使曾当有该本这那其某各诸凡每任了着过后前时说见据以等即又也都就去来我你他她们第"
    "所以因而但或若且并不只已还再更很最太一二三四五六七八九十几两个名家次年月日号至往进出开离回赴校员长兼教充聘请考派经自同跟比"
    "须惟呢便或令指称叫做作写译编著载登参加组织创建立设成毕业"
)
GENERIC_PREFIXES: Final = frozenset(
    words(
        """
    国立 私立 省立 市立 县立 公立 官立 女子 高等 专门 师范 男女 国内 国外 外国 中国 本国 全国 地方
    普通 初级 高级 工业 农业 医科 各种 各处 许多 所有 几个 这些 那些 一切 有些 新式 旧式 别的 大小
    军阀 官僚 帝国 反动 临时 革命 附属 附设 附近 当局 反对
    """
    )
)
