"""Countries, first-level regions, and the adjectives of peoples, languages and faiths."""

from __future__ import annotations

from typing import Final

from wikic.text.wordlist import phrases, words

COUNTRIES: Final = phrases(
    """
    Afghanistan, Albania, Algeria, Andorra, Angola, Antigua and Barbuda, Argentina, Armenia,
    Australia, Austria, Azerbaijan, Bahamas, Bahrain, Bangladesh, Barbados, Belarus, Belgium,
    Belize, Benin, Bhutan, Bolivia, Bosnia and Herzegovina, Botswana, Brazil, Brunei, Bulgaria,
    Burkina Faso, Burma, Burundi, Cambodia, Cameroon, Canada, Cape Verde, Central African Republic,
    Chad, Chile, China, Colombia, Comoros, Congo, Costa Rica, Croatia, Cuba, Cyprus, Czech Republic,
    Czechia, Czechoslovakia, Democratic Republic of the Congo, Denmark, Djibouti, Dominica,
    Dominican Republic, East Germany, East Timor, Ecuador, Egypt, El Salvador, England, Equatorial
    Guinea, Eritrea, Estonia, Eswatini, Ethiopia, Fiji, Finland, France, Gabon, Gambia, Georgia,
    Germany, Ghana, Great Britain, Greece, Grenada, Guatemala, Guinea, Guinea-Bissau, Guyana, Haiti,
    Honduras, Hungary, Iceland, India, Indonesia, Iran, Iraq, Ireland, Israel, Italy, Ivory Coast,
    Jamaica, Japan, Jordan, Kazakhstan, Kenya, Kiribati, Kosovo, Kuwait, Kyrgyzstan, Laos, Latvia,
    Lebanon, Lesotho, Liberia, Libya, Liechtenstein, Lithuania, Luxembourg, Macedonia, Madagascar,
    Malawi, Malaysia, Maldives, Mali, Malta, Marshall Islands, Mauritania, Mauritius, Mexico,
    Micronesia, Moldova, Monaco, Mongolia, Montenegro, Morocco, Mozambique, Myanmar, Namibia, Nauru,
    Nepal, Netherlands, New Zealand, Nicaragua, Niger, Nigeria, North Korea, North Macedonia,
    Northern Ireland, Norway, Oman, Pakistan, Palau, Palestine, Panama, Papua New Guinea, Paraguay,
    People's Republic of China, Persia, Peru, Philippines, Poland, Portugal, Prussia, Qatar,
    Republic of Ireland, Republic of the Congo, Romania, Russia, Rwanda, Saint Lucia, Samoa, San
    Marino, Saudi Arabia, Scotland, Senegal, Serbia, Seychelles, Sierra Leone, Singapore, Slovakia,
    Slovenia, Solomon Islands, Somalia, South Africa, South Korea, South Sudan, Soviet Union, Spain,
    Sri Lanka, Sudan, Suriname, Swaziland, Sweden, Switzerland, Syria, Taiwan, Tajikistan, Tanzania,
    Thailand, Togo, Tonga, Trinidad and Tobago, Tunisia, Turkey, Turkmenistan, Tuvalu, Uganda,
    Ukraine, United Arab Emirates, United Kingdom, United States, United States of America, Uruguay,
    USA, US, U.S., U.S.A., UK, U.K., USSR, UAE, Uzbekistan, Vanuatu, Vatican City, Venezuela,
    Vietnam, Wales, West Germany, Yemen, Yugoslavia, Zambia, Zimbabwe, Hong Kong, Puerto Rico,
    Greenland, Macau, Deutschland, España, Österreich, Schweiz, Italia, Polska
    """
)

# "Frederick, Maryland" is one place; "Lisbon, Portugal" is two.
STATES: Final = phrases(
    """
    Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida,
    Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland,
    Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New
    Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma,
    Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah,
    Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming, D.C., Alberta, British
    Columbia, Manitoba, New Brunswick, Newfoundland, Nova Scotia, Ontario, Prince Edward Island,
    Quebec, Saskatchewan, New South Wales, Queensland, South Australia, Tasmania, Victoria, Western
    Australia
    """
)

# Peoples, languages, faiths, parties: adjectives by themselves, parts of names among other capitals.
DEMONYMS: Final = words(
    """
    Afghan African Afrikaans Afrikaner Albanian Algerian American Americans Andalusian Angolan
    Anglican Anglo Arab Arabian Arabic Arabs Aragonese Argentine Argentinian Armenian Ashkenazi
    Asian Assamese Assyrian Athenian Australian Austrian Austro Azerbaijani Babylonian Bahamian
    Bahraini Bangladeshi Baptist Basque Bavarian Belarusian Belgian Bengali Berber Bhojpuri Bohemian
    Bolivian Bosnian Brazilian Breton British Briton Britons Bulgarian Burgundian Burmese Byzantine
    Calvinist Cambodian Cameroonian Canadian Cantonese Carolingian Castilian Catalan Catholic
    Catholics Celtic Chilean Chinese Christian Christians Colombian Communist Communists Confederate
    Congolese Cornish Croatian Croat Cuban Cypriot Czech Czechoslovak Czechoslovakian Dane Danes
    Danish Dominican Dutch Ecuadorian Egyptian Emirati English Englishman Eritrean Estonian
    Ethiopian European Europeans Fijian Filipino Finnish Finn Flemish Florentine Frankish Franks
    Franco French Frenchman Gabonese Gaelic Galician Gambian Georgian German Germanic Germans
    Ghanaian Gothic Greek Greeks Guatemalan Guinean Gujarati Guyanese Haitian Hausa Hawaiian Hebrew
    Hellenistic Hindi Hindu Hindus Hispanic Honduran Hungarian Icelandic Igbo Indian Indians Indo
    Indonesian Iranian Iraqi Irish Irishman Islamic Islamist Israeli Italian Italians Ivorian
    Jamaican Japanese Jesuit Jesuits Jew Jewish Jews Jordanian Kannada Kazakh Kenyan Khmer Korean
    Kosovar Kurdish Kurds Kuwaiti Kyrgyz Latin Latino Latvian Lebanese Liberian Libyan Lithuanian
    Lombard Lutheran Luxembourgish Macedonian Magyar Malay Malayalam Malaysian Maldivian Malian
    Maltese Mandarin Maori Marathi Marxist Mauritanian Mauritian Mennonite Methodist Mexican
    Moldovan Mongol Mongolian Mongols Montenegrin Moor Moorish Moroccan Mughal Muslim Muslims
    Mozambican Namibian Native Nazi Nazis Neapolitan Nepalese Nepali Nicaraguan Nigerian Nigerien
    Norman Normans Norse Norwegian Occitan Odia Oriya Orthodox Ottoman Ottomans Pakistani
    Palestinian Panamanian Paraguayan Parthian Pashtun Persian Persians Peruvian Philippine
    Phoenician Pole Poles Polish Portuguese Presbyterian Protestant Protestants Prussian Punjabi
    Puritan Qatari Quaker Roman Romanian Romans Romansh Russian Russians Rwandan Samoan Sanskrit
    Sardinian Saudi Saxon Saxons Scandinavian Scot Scots Scotsman Scottish Semitic Senegalese Serb
    Serbian Serbo Serbs Shia Sicilian Sikh Sikhs Sindhi Singaporean Sinhala Sinhalese Slav Slavic
    Slavs Slovak Slovakian Slovene Slovenian Somali Soviet Soviets Spaniard Spanish Spartan Sudanese
    Sunni Surinamese Swabian Swahili Swede Swedes Swedish Swiss Syrian Tagalog Tahitian Taiwanese
    Tajik Tamil Tanzanian Tasmanian Tatar Telugu Teutonic Texan Thai Tibetan Togolese Tongan
    Trinidadian Tunisian Turk Turkish Turkmen Turks Tuscan Ugandan Ukrainian Unionist Unitarian Urdu
    Uruguayan Uzbek Venetian Venezuelan Victorian Vietnamese Viking Vikings Visigothic Wallachian
    Walloon Welsh Welshman Yemeni Yiddish Yoruba Yugoslav Yugoslavian Zambian Zimbabwean Zulu
    Buddhist Buddhists Bosniak Democrat Democrats Democratic Republican Republicans Conservative
    Liberal Labour Whig Tory Socialist Bollywood Hollywood Kollywood Tollywood
    """
)
# Film industries and parties are adjectives of a kind, but no nationality.
NOT_NATIONALITY: Final = words(
    """
    Democrat Democrats Democratic Republican Republicans Conservative Liberal Labour Whig Tory
    Socialist Communist Communists Confederate Nazi Nazis Unionist Latin Gothic Native Victorian
    Bollywood Hollywood Kollywood Tollywood Anglo Austro Franco Indo Serbo Marxist Islamist Orthodox
    Roman Romans Norman Normans
    """
)

# Cities everybody writes without their country: what a bare name of theirs names is a place.
CITIES: Final = phrases(
    """
    Aachen, Aberdeen, Accra, Adelaide, Ahmedabad, Alexandria, Algiers, Amman, Amsterdam, Ankara,
    Antwerp, Athens, Atlanta, Auckland, Augsburg, Austin, Baghdad, Baltimore, Bangalore, Bangkok,
    Barcelona, Basel, Bath, Beijing, Beirut, Belfast, Belgrade, Berkeley, Berlin, Bern, Birmingham,
    Bogotá, Bologna, Bombay, Bonn, Bordeaux, Boston, Bradford, Bratislava, Bremen, Brighton,
    Brisbane, Bristol, Bruges, Brussels, Bucharest, Budapest, Buenos Aires, Buffalo, Cairo,
    Calcutta, Calgary, Cambridge, Canberra, Cannes, Canterbury, Cape Town, Caracas, Cardiff,
    Casablanca, Chennai, Chicago, Cincinnati, Cleveland, Cologne, Colombo, Constantinople,
    Copenhagen, Dakar, Dallas, Damascus, Darmstadt, Delhi, Denver, Detroit, Dhaka, Dresden, Dubai,
    Dublin, Dundee, Durban, Düsseldorf, Edinburgh, Edmonton, Erfurt, Essen, Exeter, Florence,
    Frankfurt, Gdańsk, Geneva, Genoa, Ghent, Glasgow, Gothenburg, Granada, Graz, Göttingen, Hamburg,
    Hanoi, Hanover, Havana, Heidelberg, Helsinki, Ho Chi Minh City, Hollywood, Honolulu, Houston,
    Hyderabad, Innsbruck, Istanbul, Jakarta, Jena, Jerusalem, Johannesburg, Kabul, Kansas City,
    Karachi, Kathmandu, Khartoum, Kiel, Kiev, Kolkata, Kraków, Kuala Lumpur, Kyiv, Kyoto, Lagos,
    Lahore, Las Vegas, Leeds, Leicester, Leipzig, Leningrad, Lima, Linz, Lisbon, Liverpool, London,
    Los Angeles, Lucerne, Lviv, Lyon, Madras, Madrid, Manchester, Manhattan, Brooklyn, Queens,
    Bronx, Harlem, Manila, Mannheim, Marseille, Melbourne, Memphis, Mexico City, Miami, Milan,
    Milwaukee, Minneapolis, Minsk, Montevideo, Montreal, Moscow, Mumbai, Munich, Münster, Nairobi,
    Nanjing, Naples, Nashville, New Delhi, New Orleans, New York City, Newcastle, Nice, Nottingham,
    Nuremberg, Oslo, Osaka, Ottawa, Oxford, Padua, Palermo, Paris, Perth, Philadelphia, Phoenix,
    Pisa, Pittsburgh, Port of Spain, Porto, Portsmouth, Potsdam, Prague, Pretoria, Pune, Quebec
    City, Quito, Rangoon, Ravenna, Regensburg, Reykjavík, Riga, Rio de Janeiro, Rome, Rotterdam,
    Saigon, Saint Petersburg, Salamanca, Salisbury, Salzburg, San Antonio, San Diego, San Francisco,
    San Jose, San Juan, Santiago, São Paulo, Sarajevo, Seattle, Seoul, Seville, Shanghai, Sheffield,
    Sofia, Southampton, St Petersburg, St. Louis, St. Petersburg, Stockholm, Strasbourg, Stuttgart,
    Sydney, Taipei, Tallinn, Tashkent, Tbilisi, Tehran, Tel Aviv, The Hague, Tokyo, Toledo, Toronto,
    Toulouse, Trieste, Tripoli, Tunis, Turin, Uppsala, Utrecht, Valencia, Vancouver, Venice, Verona,
    Versailles, Vienna, Vilnius, Warsaw, Washington D.C., Weimar, Wellington, Westminster, Winnipeg,
    Wittenberg, Würzburg, Yokohama, York, Zagreb, Zurich, Zürich, Europe, Asia, Africa, America,
    North America, South America, Latin America, Antarctica, Oceania, Scandinavia, Siberia,
    Catalonia, Bavaria, Saxony, Tuscany, Sicily, Sardinia, Lombardy, Normandy, Brittany, Burgundy,
    Provence, Bohemia, Moravia, Silesia, Pomerania, Transylvania, Galicia, Castile, Aragon, León,
    Navarre, Andalusia, Flanders, Brabant, Holland, Austria-Hungary, Ottoman Empire, Roman Empire,
    Holy Roman Empire, Byzantine Empire, British Empire, Russian Empire, German Empire, Kent, Essex,
    Sussex, Surrey, Norfolk, Suffolk, Cornwall, Devon, Dorset, Somerset, Wiltshire, Hampshire,
    Berkshire, Hertfordshire, Oxfordshire, Derbyshire, Yorkshire, Lancashire, Cheshire, Shropshire,
    Staffordshire, Warwickshire, Northumberland, Cumberland, Lincolnshire, Kerala, Punjab, Bengal,
    Gujarat, Maharashtra, Tamil Nadu, Karnataka, Rajasthan, Bihar, Assam, Kashmir, Andhra Pradesh,
    Uttar Pradesh, Middle East, Balkans, Low Countries, Holy Land, Palestine, Mesopotamia, Anatolia,
    Crimea, Caucasus, Mediterranean, Atlantic, Pacific, Caribbean, Baltic
    """
)

# Places that need no evidence.
KNOWN_PLACES: Final = COUNTRIES | STATES | CITIES
