"""Words that open sentences with a capital and name nothing, and the words of dates."""

from __future__ import annotations

from typing import Final

from wikic.text.wordlist import words

MONTHS: Final = words(
    """
    January February March April May June July August September October November December Jan Feb
    Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
    """
)
DAYS: Final = words(
    """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays
    Fridays Saturdays Sundays Easter Christmas Lent Pentecost Epiphany Advent Michaelmas Sabbath
    """
)
MALE_PRONOUNS: Final = words("he his him himself")
FEMALE_PRONOUNS: Final = words("she her hers herself")

# Function words, and the content words that most often open an English sentence.
COMMON: Final = words(
    """
    a an the this that these those such he she it they we you i his her its their our my your him
    them us me who whom whose which what where when why how whether there here thence hence in on at
    by for from with without within of to into onto upon over under above below between among
    amongst amid through throughout during before after since until till while whilst as if unless
    although though because so than then thus therefore hereby however moreover furthermore
    nevertheless nonetheless meanwhile otherwise instead indeed besides additionally consequently
    subsequently eventually finally initially originally previously recently currently presently
    formerly later earlier soon once twice again also too even only just still yet already always
    never ever often sometimes usually generally typically mostly mainly partly largely primarily
    especially particularly notably specifically historically officially reportedly apparently
    allegedly possibly probably perhaps maybe certainly clearly obviously surprisingly interestingly
    unfortunately fortunately sadly luckily suddenly quickly slowly ultimately afterwards afterward
    thereafter altogether together along around about against despite toward towards across beyond
    behind beside near nearby next opposite outside inside per via versus like unlike except
    excluding including according owing due thanks regarding concerning following based born died
    raised educated known named called considered located situated founded established built opened
    created written directed produced released recorded published filmed shot set starring featuring
    composed edited adapted inspired described designed developed introduced launched made given
    using being having taking making working playing living growing starting beginning returning
    moving leaving coming going studying graduating serving seeing looking knowing and or but nor
    both either neither not no yes none nothing nobody everyone everybody everything someone
    somebody something anyone anybody anything each every all any some many much more most few fewer
    less least several various numerous other others another same different own one two three four
    five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million
    first second third fourth fifth sixth last new old young early late modern ancient today
    tomorrow yesterday now tonight let please see note notes do does did done is are was were be
    been am has have had can could may might must shall should will would ought need dare used get
    got go went come came take took make put say said says tell told ask asked think thought know
    knew well oh ah alas hello goodbye sir madam okay ok sure right left back up down out off away
    home part parts end start list contents chapter section page figure table illustration
    introduction preface conclusion appendix index references bibliography history overview
    background summary career life biography family film films movie series show song songs single
    album albums band book books novel story stories plot cast production release reception critics
    reviewers audiences people men women man woman boy girl child children father mother brother
    brothers sister sisters son sons daughter daughters wife husband uncle aunt cousin nephew niece
    parents grandfather grandmother friends students teachers players team teams club city town
    village village's towns area region district population school university college church
    government company members member president king queen prince princess duke duchess lord lady
    emperor bishop pope captain general colonel major professor doctor director writer author actor
    actress singer producer editor critic married marriage death birth years year month months week
    weeks day days morning evening night time times century legend tradition records sources
    evidence data research studies results work works little long short high low great good better
    best bad worse worst large small big minor main key important famous popular whatever whenever
    wherever whoever ours yours hers theirs anyway somehow somewhere whereas whereby wherein lest
    provided assuming granted depending rather quite very really truly simply merely nearly almost
    hardly scarcely barely seldom rarely frequently constantly occasionally annually daily weekly
    monthly approximately roughly exactly half double total former latter above-mentioned
    aforementioned plus minus alternatively conversely similarly likewise accordingly overall
    basically essentially actually literally honestly frankly personally financially politically
    economically geographically culturally commercially critically internationally locally
    nationally independently jointly alongside aside apart ahead beneath underneath amidst
    """
)

# Institutions that every country has: alone they name none of them.
GENERIC: Final = words(
    """
    Dukedom Earldom Barony Viscountcy CinemaScope Eastmancolor Technicolor Metrocolor Panavision
    Scope Color Colour Parliament Church State States House Houses Government Army Navy Congress
    Senate University College Court Crown Union Party Cabinet Council Assembly Commons Lords Treaty
    Act Bill War Wars Kingdom Empire Republic Province County District Region City Town Village
    River Lake Sea Island Islands Mountain Mountains Street Road Park School Academy Institute
    Museum Library Hospital Board Committee Commission Department Ministry Office Bureau Agency
    Company Corporation Club League Cup Championship Championships Games Festival Award Awards Prize
    Medal Order Society Association Federation Foundation Bank North South East West Northern
    Southern Eastern Western Central God Lord Bible Internet Web Earth Sun Moon TV DVD CD VHS LP EP
    FM AM BC AD CE BCE PhD Ph.D B.A M.A MP MPs QC KC OBE CBE MBE KBE GCB KCB DSO PC NGO ID No Nos
    Vol Chapter Part Section Article Figure Table Book Volume Episode Season Series Title Number
    Page Note Notes References External Links See Constitution Capital Renaissance Mass Sr Jr Esq
    Ltd Inc Co Corp Hon HM HRH II III IV VI VII VIII IX XI XII XIII XIV XV Police Defense Defence
    Literature Science Arts Law Decree Power Education Health Finance Justice Interior Culture
    Agriculture Transport Peace Baronet Senior Junior Baronetcy Peerage Majesty Highness Royal
    Imperial Holiness Excellency Honour Honor Lordship Ladyship Reverend Sir Madam Dear Mr Mrs Miss
    Ms Dr Prof St O Oh Ah Midfielder Striker Goalkeeper Defender Forward Executive
    """
)
