"""Head nouns of definitions and what kind of thing they make: "… is a 2016 documentary *film*"."""

from __future__ import annotations

from typing import Final, Literal

from wikic.text.wordlist import words

Sort = Literal[
    "person",
    "place",
    "organization",
    "work",
    "event",
    "software",
    "vessel",
    "product",
    "species",
    "concept",
]

_TABLE: Final[tuple[tuple[Sort, str], ...]] = (
    (
        "person",
        """
    person man woman boy girl people individual figure human accountant activist actor actress
    actor-director adventurer advocate agent alchemist ambassador anarchist anatomist animator
    announcer anthropologist antiquarian apostle archaeologist archbishop archduchess archduke
    architect aristocrat artist assassin astronaut astronomer astrologer athlete attorney aunt
    author aviator bandleader banker bandit baritone baron baroness baronet barrister baseballer
    bassist bassoonist batsman beauty biathlete biochemist biographer biologist bishop blogger
    bobsledder bodybuilder botanist bowler boxer boyfriend brewer broadcaster brother builder
    bureaucrat businessman businessperson businesswoman cabaret cameraman campaigner candidate
    canoeist canon cantor captain cardinal cartographer cartoonist cellist celebrity chairman
    chancellor chaplain chef chemist chessplayer chief chieftain child choirmaster choreographer
    cinematographer clarinetist cleric clergyman clerk coach collector colonel colonist columnist
    comedian comedienne comic commander commentator commissioner communist companion composer
    conductor conquistador conservationist consort contestant contralto cook cosmonaut costumer
    councillor counsel count countess courtier courtesan cousin cricketer criminal critic
    criminologist cryptographer curator curler cyclist czar dancer daughter dauphin deacon dean
    dealer deputy designer detective dictator diplomat director disciple diver doctor doge dowager
    dramatist draughtsman driver drummer duchess duke ecologist economist editor educationist
    educator egyptologist elector emir emperor empress engineer engraver entertainer entomologist
    entrepreneur epidemiologist equestrian essayist ethnographer ethnologist evangelist executive
    explorer falconer farmer father feminist fencer fiddler fielder fighter filmmaker film-maker
    financier firefighter fisherman flautist flutist footballer forester founder freemason friar
    friend fugitive gambler gangster gardener geisha general gentleman geneticist genealogist
    geographer geologist geophysicist goalkeeper goaltender goldsmith golfer governor
    governor-general grammarian granddaughter grandfather grandmother grandson great-grandson
    great-granddaughter guard guerrilla guitarist gymnast hairdresser harpist harpsichordist head
    headmaster heir heiress herbalist hermit hero heroine highlander historian horsewoman host
    hostess hunter hurdler husband iconographer illusionist illustrator imam immunologist impresario
    industrialist infanta infante influencer inspector instrumentalist instructor intellectual
    inventor investor jarl jeweller jockey journalist judge judoka jurist justice karateka
    keyboardist khan king knight lady landgrave landgravine landlord landowner lawmaker lawyer
    leader lecturer legislator leader lexicographer librarian librettist lieutenant linebacker
    linguist lobbyist lord lutenist luger lyricist maestro magician magistrate magnate maharaja
    maharani mangaka manager margrave margravine marchioness marquess marquis marksman martyr
    mathematician matriarch mayor medallist merchant metallurgist meteorologist mezzo-soprano
    microbiologist midfielder millionaire mime mineralogist minister missionary mistress model
    monarch monk moralist mother motorcyclist mountaineer murderer musician musicologist mystic
    naturalist navigator nephew neurologist neuroscientist neurosurgeon niece noble nobleman
    noblewoman novelist nun nurse nutritionist oboist occultist officer official operator
    optometrist orator orchestrator organist ornithologist orientalist outfielder owner painter
    palaeontologist paleontologist pastor patriarch patron peer peeress performer personality
    pharmacist philanthropist philologist philosopher photographer photojournalist physician
    physicist physiologist physiotherapist pianist pilgrim pilot pioneer pirate pitcher planter
    player playback playmaker playwright poet poetess policeman policewoman politician polymath pope
    pornographer poster potter preacher prefect prelate premier presenter president pretender priest
    priestess primate prince prince-bishop princess princeling princeps printer printmaker prioress
    prisoner privateer proconsul producer professor programmer promoter propagandist prophet
    prostitute psychiatrist psychoanalyst psychologist publicist publisher puppeteer quarterback
    queen rabbi racer raja rancher ranger rapper rector referee reformer regent relative reporter
    representative republican resistance restaurateur retainer revolutionary rider rower ruler
    runner sailor saint salonnière samurai satirist saxophonist scholar schoolmaster scientist
    screenwriter scriptwriter sculptor secretary seismologist senator sergeant serialist settler
    shah shaman sharpshooter sheriff shipbuilder shogun shooter shot showgirl showman sibling singer
    singer-songwriter sister skater skateboarder skeleton-racer skier snowboarder socialist
    socialite sociologist soldier soloist solicitor son songwriter soprano speaker spy squire star
    statesman statistician stateswoman stepson stepdaughter steward stockbroker striker student
    stuntman stylist sultan sumo supercentenarian superintendent surgeon surrealist surveyor
    suffragette suffragist surfer swimmer swordsman teacher technician tenor terrorist theologian
    theorist theosophist thief thinker toxicologist trader trainer translator traveller traveler
    treasurer triathlete trombonist troubadour trumpeter tsar tutor twin tycoon typographer uncle
    undersecretary unionist vicar vice-admiral vice-president viceroy victim viola violinist violist
    virologist virtuoso viscount viscountess vocalist volleyballer voivode waiter warlord warrior
    weaver weightlifter widow widower wife wing-half winger winner wrestler writer yachtsman
    youtuber zoologist admiral youngest eldest musher paralympian olympian quizzer ringmaster
    defender forward centre-back fullback halfback skeletonist polo paddler thrower jumper vaulter
    sprinter archer abbess abbot prior provost seigneur khatun sheikh sharif vizier wali caliph
    pasha bey khedive nawab nizam rajah raja' samrat thakur zamindar daimyo empress-consort tribune
    praetor quaestor senator's satrap pharaoh ealdorman recipient royal collaborator survivor convert
    exponent supporter opponent incumbent holder inmate successor predecessor native tackle
    cornerback receiver kicker punter lineman prop hooker flanker five-eighth centre-half sweeper
    libero setter blocker spiker relief catcher shortstop infielder baseman internationalist
    sportsperson sportsman grandmaster academician academic ombudsman bride hostage regicide thegn
    earl voivod hospodar boyar hetman palatine castellan seneschal marshal constable herald bailiff
    burgrave bodyguard gunfighter outlaw lawman homesteader frontiersman scout trapper cowboy
    adherent follower signatory deputy-governor ballerina dj eater developer mujtahid jurisconsult amir
    playboy robber lady-in-waiting walker ace flyer
    """,
    ),
    (
        "place",
        """
    place airport airbase airfield aqueduct arboretum archipelago area arena arroyo asteroid atoll
    avenue barangay basin bay beach borough boulevard bridge brook building cairn camp canal canton
    canyon cape capital castle cathedral cave cemetery chapel church city cliff coast colony commune
    community comune constituency continent country county cove crater creek crossroads dale dam
    delta department depot desert diocese district division duchy electorate emirate enclave
    escarpment estate estuary exclave farm farmhouse fell field fjord ford forest fort fortress
    fountain fraction garden gardens gate ghat glacier glen gorge governorate gulf hacienda hall
    hamlet harbor harbour headland heath highway hill hillfort hills home hospital hotel house
    hotspring inlet island islands islet isthmus jail junction jungle kingdom lagoon lake landmark
    landform library lighthouse locality loch lock locale mall manor mansion marsh massif mausoleum
    meadow memorial mesa metropolis mill mine monastery monument moon moor mosque mound mount
    mountain mountains municipality museum nature neighborhood neighbourhood nunnery oasis oblast
    observatory ocean outpost pagoda palace parish park parkway pass path peak peninsula piazza pier
    plain planet plantation plateau plaza pond port precinct prefecture principality priory prison
    promontory province quarry quarter railway raion range ranch rapids ravine realm reef region
    republic reservation reserve reservoir residence resort restaurant ridge river road roadway rock
    ruin ruins runway sanctuary school-house sea seaport settlement shire shrine site skyscraper
    sound spring square stadium state station stop strait stream street structure stupa subdivision
    suburb subprefecture summit synagogue temple territory theater theatre thoroughfare tomb tower
    town township trail tributary tunnel upazila valley venue viaduct village villa voblast volcano
    voivodeship ward waterfall waterway well wetland wilderness woodland woods zoo county-seat star
    galaxy nebula constellation selo localities villages cities towns islands municipalities abbey
    terminal racecourse golf-course speedway circuit winery appellation
    """,
    ),
    (
        "organization",
        """
    organization organisation archive archives academy administration affiliate agency airline alliance army
    association assembly ballet band bank board brand brewery brigade broadcaster-group broadcasting
    brotherhood bureau business cabinet cabal carrier chain chamber charity choir chorus circus clan
    club co-operative coalition collective college commission committee company confederation
    conference conglomerate congregation consortium consultancy cooperative corporation corps
    council court creditor crew denomination department-store developer-studio distributor duo
    ensemble enterprise establishment factory faculty family federation firm fleet force foundation
    franchise fraternity gang government group guild gymnasium initiative institute institution
    jamaat joint-venture kindergarten label league legion legislature lodge manufacturer ministry
    minyan movement multinational network newspaper-group ngo non-profit nonprofit octet office
    operator-company orchestra order outlet parliament partnership party platoon police polytechnic
    practice publisher-house quartet quintet railroad regiment retailer school secretariat sect
    seminary senate septet service sextet side societies society sorority squad squadron startup
    studio studios subsidiary supermarket supergroup syndicate synod team think-tank tank tribe
    tribunal trio troupe trust union unit university utility company's wholesaler workshop battalion
    bookstore shipyard dockyard yard cannery foundry works bakery brewery distillery laundry dairy
    line newsroom police-force high-school schools collegiate lyceum conservatory madrasa
    monastery-school
    """,
    ),
    (
        "work",
        """
    work adaptation album almanac anime anthology aria article ballad ballade biopic blockbuster
    book broadcast bulletin cantata cartoon chronicle chansons codex collection column comedy
    comedy-drama comic-book comics compilation composition concerto contata daily dictionary diary
    disc docudrama documentary drama drama-film dramedy encyclopedia ep epic episode essay etude
    exposé fable fanzine farce featurette feature film films film-noir footage fresco fugue
    game-show gospel hymn installation instalment installment journal landscape lecture-series
    letter libretto lieder literature lp lullaby madrigal magazine manga manual manuscript mass
    masterpiece melodrama memoir miniseries mini-series minuet mixtape movie mural musical
    mystery-film newscast newsletter newspaper nocturne novel novelization novella ode opera
    operetta oratorio overture painting pamphlet parody pastoral periodical photograph pilot-episode
    play podcast poem polemic portrait prelude prequel publication programme program quarterly
    quartet-piece record recording reality remake remix report requiem review rhapsody romance saga
    satire screenplay script sculpture sequel serial series show sitcom single sketch soap
    soap-opera sonata sonnet song songs soundtrack spin-off spinoff statue story strip suite
    symphony tabloid talk-show telefilm telemovie telenovela teleplay television-series textbook
    thesis thriller tragedy tragicomedy trailer treatise trilogy tune tv variety video videoclip
    volume waltz webcomic website webseries weekly western whodunit zine sitcom's cookbook guidebook
    game videogame clip mockumentary docuseries poliziottesco
    """,
    ),
    (
        "event",
        """
    event accident action affair airstrike ambush anniversary assassination assault attack attempt
    award awards battle blockade bombardment bombing boycott campaign caliphate census ceremony
    championship championships championship's civil-war competition concert conclave conflict
    congress-session conspiracy contest convention coronation council-meeting coup crash crisis
    crossing crusade cup cyclone debate defeat demonstration derby disaster dynasty earthquake
    edition election elections embargo empire engagement epidemic epoch era eruption event's
    evacuation excavation exhibition expedition exposition fair famine festival fight final finals
    fire flood games genocide gala genocide heist hurricane incident independence insurgency
    insurrection intervention invasion killing landslide marathon march massacre match meeting
    migration mission mutiny offensive olympics operation outbreak pageant pandemic parade
    peace-treaty period persecution plague playoff pogrom prize procession prosecution protest
    protests race raid rally rebellion referendum regatta reign revolt revolution riot riots round
    scandal season secession shipwreck shooting-incident siege skirmish spill storm strike
    summit-meeting surrender symposium tour tournament tragedy-event treaty trial truce tsunami
    typhoon uprising war wars gale stoppage lockout blizzard collision explosion mutinies wreck
    sinking decision ruling lawsuit protestors walkout wedding yacht-race ascent battles sultanate khanate
    """,
    ),
    (
        "software",
        """
    software algorithm-library api app application browser chatbot compiler database daemon emulator
    framework interpreter kernel library-package middleware module package parser plugin plug-in
    program-package programming-language protocol server tool toolkit toolchain utility-program
    operating-system linter crate runtime sdk cli
    """,
    ),
    (
        "vessel",
        """
    steamer liner trawler freighter cutter clipper lighter tanker barque brig tug tugboat sloop
    ketch barge dinghy lifeboat battleship boat corvette cruiser destroyer frigate gunboat schooner
    ship steamship submarine vessel warship yacht brigantine paddle-steamer galleon carrack caravel
    lugger smack steamboat motorboat rowboat ironclad minesweeper troopship
    """,
    ),
    (
        "product",
        """
    aircraft airplane airliner automobile beer beverage bomber bus camera car carrier-ship cocktail
    computer console coupe device drink engine ferry fighter-aircraft glider gun handgun hatchback
    helicopter instrument jet laptop liqueur locomotive locomotives machine microprocessor minivan
    missile motorcycle phone pistol processor product rifle rocket roadster satellite sedan
    smartphone spacecraft suv tank-vehicle toy tractor train truck vehicle biplane monoplane
    triplane airship floatplane seaplane weapon whisky wine medication drug
    """,
    ),
    (
        "species",
        """
    species animal ant bacterium bat beetle bird breed butterfly cat cattle clade crab cultivar deer
    dinosaur dog family-of-plants fern fish flower frog fungus genus grass herb horse insect lizard
    mammal mite mollusc mollusk moss moth mushroom orchid parasite plant reptile rodent salamander
    shark shrimp shrub snail snake spider squid subspecies taxon tortoise tree turtle vine virus
    wasp weevil whale worm gastropod racehorse stallion
    """,
    ),
    (
        "concept",
        """
    concept abbreviation acronym act activity adjective agreement algorithm alphabet approach belief
    branch calculus cancer category ceremony-type character characters class code color colour
    compound concept's condition constitution convention-rule creature crime cuisine custom currency
    dance deity demon dialect diet discipline disease dish disorder doctrine element enzyme equation
    exam field-of-study form format function gene genre given-name god goddess holiday honor honour
    hypothesis idea ideology illness infection instruction interpretation language law lemma
    letter-form list martial-art material measure mechanism medal metal method methodology mineral
    model-theory myth name names notion number numeral occupation office-title paradigm particle
    pattern pejorative phenomenon philosophy phrase pigment polynomial position practice-of
    principle problem procedure process profession property proposition protein proverb puzzle rank
    ratio reaction recipe religion right rite ritual role rule schedule science script-system sign
    skill slang sport standard statute style subject subgenre substance surname surnames symbol
    syndrome system technique technology term terms theology theorem theory therapy title tradition
    type unit-of-measure value variable variety-of verb word words writing-system festival-type
    cheese dessert soup superhero supervillain villain protagonist vampire hormone molecule constant
    index flag emblem utterance quotation remark ship-class
    """,
    ),
)

NOUNS: Final[dict[str, Sort]] = {noun: sort for sort, nouns in reversed(_TABLE) for noun in nouns.split()}

# Endings that make a person of an unknown noun: "bryologist", "sportswoman".
PERSON_ENDINGS: Final = (
    "ologist",
    "ographer",
    "woman",
    "man",
    "ician",
    "ianist",
    "ballplayer",
    "maker",
    "player",
    "keeper",
)
"""Applied to lower-case words of the definition only, never to names."""

FEMALE_NOUNS: Final = words(
    """
    abbess actress archduchess aunt baroness businesswoman comedienne countess daughter duchess
    empress girl granddaughter great-granddaughter heiress heroine hostess infanta lady landgravine
    maharani marchioness margravine matriarch mistress mother niece noblewoman nun peeress poetess
    policewoman priestess princess prioress queen sister soprano sportswoman stateswoman
    stepdaughter stepmother suffragette viscountess widow wife woman grandmother consort
    """
)
MALE_NOUNS: Final = words(
    """
    abbot archbishop archduke baron baronet bishop boy brother businessman cardinal clergyman count
    duke earl elector emperor father friar gentleman grandfather grandson great-grandson husband
    infante king knight landgrave lord marquess margrave marquis monk nephew nobleman policeman pope
    prince rabbi samurai shogun son sportsman statesman stepson sultan tsar uncle viscount widower
    man tenor baritone daimyo imam khan
    """
)
