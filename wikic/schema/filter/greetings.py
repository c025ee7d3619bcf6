"""Seasonal greetings (WikiKV, section III-C): wishes to the reader, and nothing else."""

from __future__ import annotations

from typing import Final

from wikic.schema.filter.look import Look, found

_LONGEST: Final = 120  # words; a letter that also tells something is longer
_BARE: Final = 12  # words up to which the occasion alone makes a greeting: "Happy New Year, everybody!"

OCCASIONS: Final = (
    *("happy new year", "merry christmas", "happy christmas", "season's greetings", "seasons greetings"),
    *("happy holidays", "happy easter", "happy thanksgiving", "happy diwali", "eid mubarak", "happy eid"),
    *("happy hanukkah", "happy lunar new year", "happy chinese new year", "happy mid-autumn festival"),
    *("frohe weihnachten", "frohes neues jahr", "frohes fest", "frohe ostern", "guten rutsch"),
    *("joyeux noël", "bonne année", "joyeuses fêtes", "joyeuses pâques"),
    *("feliz navidad", "feliz año nuevo", "felices fiestas", "próspero año nuevo"),
    *("buon natale", "buon anno", "buone feste", "felice anno nuovo", "feliz natal", "feliz ano novo"),
    *("prettige kerstdagen", "gelukkig nieuwjaar", "god jul", "gott nytt år"),
    *("新年快乐", "新年快樂", "新春快乐", "春节快乐", "元旦快乐", "中秋快乐", "中秋节快乐", "端午安康"),
    *("端午节快乐", "国庆快乐", "节日快乐", "佳节快乐", "圣诞快乐", "聖誕快樂", "元宵节快乐", "恭贺新禧"),
    *("恭賀新禧", "恭喜发财", "恭喜發財", "过年好", "拜年", "教师节快乐", "生日快乐"),
)
WISHES: Final = (
    *("wish you", "wishes you", "wishing you", "wish all", "wishing all", "wish everyone", "wish our"),
    *("wishing our", "warmest wishes", "best wishes", "good wishes", "warm wishes", "to all our"),
    *("you and your", "dear customers", "dear colleagues", "dear readers", "dear friends", "dear all"),
    *("from all of us", "from our family", "wünschen ihnen", "wünschen euch", "wünschen wir", "wünsche ich"),
    *("vous souhaite", "vous souhaitons", "nos meilleurs vœux", "les desea", "les deseamos", "te desea"),
    *("os deseamos", "vi augura", "vi auguriamo", "augura a tutti", "desejamos", "wenst u", "wensen u"),
    *("祝您", "祝你", "祝大家", "祝各位", "祝愿", "祝福", "恭祝", "敬祝", "谨祝", "阖家", "合家", "万事如意"),
    *("萬事如意", "身体健康", "心想事成", "给您", "给大家", "向您", "向大家", "向各位"),
)


def is_greeting(look: Look) -> bool:
    """Whether a short document names the occasion and wishes its reader something.

    A film called "Merry Christmas" wishes nobody anything.
    """
    if look.size > _LONGEST or not found(OCCASIONS, look.text):
        return False
    return look.size <= _BARE or bool(found(WISHES, look.text))
