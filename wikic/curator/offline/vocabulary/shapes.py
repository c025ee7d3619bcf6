"""What a name's own words say about the thing it names."""

from __future__ import annotations

from typing import Final

from wikic.curator.offline.vocabulary.nouns import Sort
from wikic.text.wordlist import words

# Titles that stand before a person's name; stripped, they leave an alias.
HONORIFICS: Final = words(
    """
    Mr Mrs Ms Miss Mx Dr Prof Professor Sir Dame Lord Lady King Queen Prince Princess Duke Duchess
    Archduke Archduchess Grand Emperor Empress Tsar Tsarina Czar Count Countess Earl Baron Baroness
    Viscount Viscountess Marquess Marquis Margrave Landgrave Elector Pope Saint St St. Bishop
    Archbishop Cardinal Abbot Abbess Father Sister Mother Brother Rev Reverend Rev. General Colonel
    Major Captain Lieutenant Sergeant Admiral Commander Marshal Field Brigadier Corporal Commodore
    President Chancellor Senator Governor Mayor Judge Justice Minister Premier Secretary Ambassador
    Congressman Sultan Shah Emir Caliph Khan Maharaja Raja Rani Sheikh Imam Rabbi Mullah Ayatollah
    Chief Mme Madame Monsieur Herr Frau Don Doña Dom Signor Señor Infante Infanta Mr. Mrs. Ms. Dr.
    Prof. Gen. Col. Lt. Sgt. Capt. Gov. Sen. Rep. Hon. Fr. Maj. Adm. Dowager Crown Vice Major- Rear
    Detective Inspector Officer Coach
    """
)
# Offices that, with "of" and a place, name no person: "King of Bohemia", "Mayor of New York".
OFFICES: Final = words(
    """
    King Queen Prince Princess Duke Duchess Archduke Archduchess Emperor Empress Count Countess Earl
    Baron Baroness Lord Lady Viscount Viscountess Marquess Marquis Margrave Margravine Landgrave
    Landgravine Elector Pope Bishop Archbishop Abbot Abbess Cardinal President Chancellor Governor
    Governor-General Mayor Minister Secretary Ambassador Senator Speaker Chief Judge Justice
    Director Dean Rector Chairman Sultan Shah Emir Caliph Khan Maharaja Tsar Doge Regent Deputy
    Lieutenant Viceroy Prefect Sheriff Commander Captain Master Member Professor Patriarch Primate
    Provost Prior Dauphin Infante Premier Attorney Treasurer Commissioner Knight Grand Vice Prime
    Head High Hereditary Electress Palatine Seigneur Steward Constable Marshal Leader Queen's
    Officer Companion Dowager Crown Holy Stadtholder Voivode Ealdorman Jarl Despot Shogun
    Representative Representatives
    """
)
# Joins a name to its territorial title: "Ernest I, Prince of Anhalt-Dessau".
TITLED: Final = (
    "Hereditary Grand Duke|Hereditary Prince|Grand Duke|Grand Duchess|Grand Prince|Grand "
    "Princess|Count Palatine|"
    "Countess "
    "Palatine|Prince-Bishop|Prince-Elector|King|Queen|Prince|Princess|Duke|Duchess|Archduke|Archduchess|Emperor|"
    "Empress|Count|Countess|Earl|Baron|Baroness|Baronet|Lord|Lady|Viscount|Viscountess|Marquess|Marquis|Marchioness|"
    "Margrave|Margravine|Landgrave|Landgravine|Elector|Electress|Dauphin|Infante|Infanta|Tsar|Sultan|Burgrave|"
    "Latin Emperor|Holy Roman Emperor|Seigneur|Abbess|Bishop|Archbishop|Crown Prince|Crown "
    "Princess|Queen consort"
)

# Last words of names. The first table that holds the word wins.
_ENDINGS: Final[tuple[tuple[Sort, str], ...]] = (
    (
        "organization",
        """
    University College School Institute Academy Metro Fund Charity Charities Airline Police Cricket
    Rugby Racing Ballet Opera-Company Seminary Conservatory Polytechnic Party Company Corporation
    Corp Corp. Inc Inc. Ltd Ltd. LLC LLP GmbH AG SA S.A. PLC plc Group Records Recordings Pictures
    Studios Studio Entertainment Productions Films Press Publishing Publishers Publications Books
    Orchestra Philharmonic Choir Band Ensemble Quartet Quintet Trio Club F.C. FC A.F.C. AFC United
    Rovers Wanderers Athletic Hotspur Association Federation Confederation League Union Society
    Foundation Trust Committee Commission Council Agency Bureau Department Ministry Office Board
    Authority Army Navy Corps Regiment Brigade Battalion Squadron Division Force Forces Guard Police
    Parliament Senate Congress Assembly Court Bank Airlines Airways Air Railway Railways Railroad
    Motors Industries Enterprises Brothers Bros Bros. Church Order Brotherhood Team Theatre-Company
    Network Television Broadcasting Corporation's Conference Guild Institution Organization
    Organisation Movement Front Bloc Alliance Coalition Hospital Museum Library Gallery Archive
    Archives Laboratory Laboratories Bulls Lakers Yankees Mets Sox Dodgers Giants Cowboys Packers
    Bears Eagles Falcons Lions Tigers Jays Braves Cubs Cardinals Rangers Devils Bruins Canadiens
    Leafs Penguins Flyers Sharks Knights Titans Dolphins Patriots Steelers Raiders Chiefs Broncos
    Seahawks Vikings Saints Panthers Bengals Browns Ravens Colts Texans Jaguars Bills Jets
    Buccaneers Rams Chargers Nets Knicks Celtics Pistons Pacers Bucks Hawks Heat Magic Wizards
    Hornets Raptors Cavaliers Spurs Rockets Mavericks Grizzlies Pelicans Timberwolves Thunder
    Nuggets Jazz Suns Clippers Warriors Kings Blazers Phillies Marlins Nationals Pirates Reds
    Brewers Astros Athletics Mariners Angels Padres Rockies Diamondbacks Twins Indians Guardians
    Orioles Rays Royals Crows Magpies Bombers Demons Kangaroos Swans Bulldogs Dockers Brumbies
    Crusaders Waratahs Community Company's Cabinet Government Diocese Archdiocese Communion Synod
    GAA RFC RLFC SC CF FK SK Wrestling Promotions
    Partners Service Registry Comics Administration Central
    Brewery Brewing Winery Preparatory Colleges Schools
    """,
    ),
    (
        "event",
        """
    War Wars Battle Siege Revolution Rebellion Uprising Revolt Mutiny Massacre Treaty Olympics
    Olympic Games Championship Championships Cup Tournament Festival Award Awards Prize Election
    Elections Crusade Crusades Expedition Campaign Conference-Session Dynasty Empire Era Period Age
    Renaissance Reformation Enlightenment Depression Holocaust Open Grand-Prix Prix Derby Marathon
    Tour Convention Ceremony Trial Trials Crisis Incident Affair Plot Conspiracy Conquest Invasion
    Raid Offensive Operation Earthquake Hurricane Fire Flood Storm Strike Riot Riots Regatta
    Disaster Blizzard Wreck Outbreak Explosion Plague Famine Genocide Partition Anschluss Armistice
    Referendum Medal Purge Middle-Ages Ages Caliphate Sultanate Khanate Shogunate Expo Exposition
    """,
    ),
    (
        "place",
        """
    River Lake Sea Ocean Bay Gulf Strait Channel Creek Brook Falls Island Islands Isle Isles
    Peninsula Cape Beach Coast Coastline Mount Mountain Mountains Hill Hills Range Ridge Peak Valley
    Canyon Plateau Plain Plains Desert Forest Woods Park Gardens Garden County District Province
    Region State Territory Municipality Township Parish Borough Prefecture Oblast Krai Raion
    Voivodeship Department Shire Canton Governorate Republic Kingdom Principality Duchy County-Seat
    City Town Village Street Road Avenue Lane Boulevard Highway Square Place Plaza Bridge Tower
    Castle Palace Fort Fortress House Hall Manor Villa Abbey Priory Monastery Cathedral Chapel
    Basilica Temple Mosque Synagogue Cemetery Crematorium Station Airport Airfield Airbase Port
    Harbour Harbor Pier Dam Reservoir Stadium Arena Ground Theatre Theater Cinema Hotel Building
    Center Centre Mall Market Zoo Crater Glacier Volcano Cave Well Springs Heights Point Head Moor
    Marsh Downs Highlands Lowlands Andes Alps Pyrenees Rhine Danube Canal Viaduct Prison Jail Barony
    Earldom Hundred Tehsil Taluk Upazila Subdistrict Rural-District Colony Colonies Line Route
    Observatory Nunnery Convent Cove Down Sands Inn Rock Rocks Mine Mines Pool Lights Cottage
    Lighthouse Cliff Cliffs Cross-Roads Lock Weir Quay Wharf Dock Docks Stadion Motorway Expressway
    Freeway Parkway Turnpike Farm Ranch
    Indies Campus Rectory Vicarage Restaurant Café Cafe Pub Roundabout Interchange Junction Terminal
    """,
    ),
    (
        "work",
        """
    Chart Charts Symphony Concerto Sonata Suite Overture Requiem Opera Gazette Herald Chronicle
    Chronicles Times Tribune Journal Review Magazine Quarterly Weekly Daily Bulletin Encyclopedia
    Encyclopaedia Dictionary Bible Quran Show Tales Stories Poems Trilogy Annals Codex Manifesto
    Constitution-Text Testament Songs Series Spectator Post Sitcom
    """,
    ),
    (
        "concept",
        "Theorem Theory Law Act Bill Principle Effect Paradox Syndrome Disease Equation Algorithm "
        "Method Protocol Language Languages "
        "Shuttle Role Safety Calendar Code Constant Conjecture Lemma Hypothesis Doctrine Cinema-Genre",
    ),
)
ENDINGS: Final[dict[str, Sort]] = {word: sort for sort, words in reversed(_ENDINGS) for word in words.split()}

# First words, followed by "of", by a name, or by anything at all.
_OPENINGS: Final[tuple[tuple[Sort, str], ...]] = (
    (
        "organization",
        "University College Institute Academy Bank Ministry Department Church Order Society "
        "Association Federation "
        "Party Council Royal-Society Board School Office Bureau Museum Société Universität Université "
        "Universidad Università "
        "Roman-Catholic Diocese Archdiocese Congregation Knights Radio Team FC AC AS SC SV VfB CF Real SD CD",
    ),
    (
        "event",
        "Battle Siege Treaty War Peace Fall Council-of Congress Edict Revolt Conquest Act-of Partition "
        "Second-World "
        "World-War Operation Order-of-Merit House-of",
    ),
    (
        "place",
        "Mount Mt Mt. Lake River Rio Río Cape Gulf Isle Isles Fort Port Bay Strait Kingdom Duchy "
        "Principality Republic County "
        "Province City Palace Castle Monte Lago Loch Glen Puerto Villa Château Schloss Burg Gare Plaza "
        "Piazza Rue Avenue "
        "Commonwealth Grand-Duchy Margraviate Landgraviate Electorate Crown-of",
    ),
    (
        "person",
        "Sir Dame Lord Lady King Queen Prince Princess Duke Duchess Archduke Archduchess Emperor "
        "Empress Tsar Count "
        "Countess Baron Baroness Viscount Marquess Pope Saint Sultan Shah Emir Maharaja Mr Mrs Ms Miss Dr "
        "Mr. Mrs. Ms. Dr. "
        "Professor Captain Colonel General Admiral Lieutenant Major Sergeant President Senator Rabbi Imam "
        "Sheikh Madame "
        "Monsieur Don Doña Dom Landgrave Margrave Abbot Bishop Archbishop Cardinal Earl Governor Infante "
        "Infanta Field Reverend Rev.",
    ),
)
OPENINGS: Final[dict[str, Sort]] = {
    word: sort for sort, words in reversed(_OPENINGS) for word in words.split()
}
