"""Names of countries, states and cities, as they stand beside conferences and inside titles."""

from __future__ import annotations

_COUNTRIES = """afghanistan albania algeria argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium
bolivia brazil brasil bulgaria cameroon canada chile china colombia croatia cuba cyprus czechia denmark ecuador
egypt estonia ethiopia finland france georgia germany deutschland ghana greece hungary iceland india indonesia
iran iraq ireland israel italy italia japan jordan kazakhstan kenya korea kuwait latvia lebanon lithuania
luxembourg macau malaysia malta mexico méxico moldova monaco mongolia montenegro morocco nepal netherlands
nigeria norway oman pakistan panama paraguay peru philippines poland polska portugal qatar romania russia rwanda
scotland senegal serbia singapore slovakia slovenia spain españa sweden switzerland schweiz syria taiwan
tanzania thailand tunisia turkey türkiye uganda ukraine uruguay usa uk uae venezuela vietnam wales england
zambia zimbabwe u.s.a u.k u.s p.r deutschland österreich suisse"""
_CITIES = """aachen aalborg aalto abu-dhabi adelaide amsterdam ankara antalya athens atlanta auckland austin bali baltimore
bangalore bangkok barcelona basel beijing belfast belgrade bergen berlin bern bilbao birmingham bogota bologna
bonn bordeaux boston boulder bratislava bremen brighton brisbane bristol brussels bucharest budapest calgary
cambridge canberra cancun cape-town cardiff chengdu chennai chicago cleveland cologne copenhagen dallas
darmstadt daegu delft delhi denver detroit dresden dublin dubai dubrovnik durham edinburgh edmonton eindhoven
espoo florence frankfurt geneva genoa ghent glasgow gothenburg granada graz grenoble groningen guangzhou haifa
halifax hamburg hanoi heidelberg helsinki hiroshima hoboken hong-kong honolulu houston hyderabad innsbruck
istanbul jakarta jeju jerusalem johannesburg karlsruhe kathmandu kiev kobe krakow kuala-lumpur kyoto lausanne
leeds leipzig leuven liege lille lima linz lisbon lisboa liverpool ljubljana london los-angeles lugano
luxembourg lyon madrid malaga malmo manchester manila marrakech marseille melbourne memphis miami milan milano
milwaukee minneapolis montpellier montreal montréal moscow mumbai munich münchen münster nagoya nanjing nantes
naples nashville new-orleans new-york newcastle nice nuremberg oakland odense orlando osaka oslo ottawa oxford
padova palermo paphos paris pasadena perth philadelphia phoenix pisa pittsburgh portland porto poznan prague
princeton providence puerto-rico quebec québec raleigh rennes reykjavik riga rio-de-janeiro rome roma rotterdam
sacramento salt-lake-city salvador salzburg san-diego san-francisco san-jose san-juan santa-barbara santa-clara
santa-cruz santa-fe santiago sao-paulo são-paulo sapporo savannah seattle seoul seville shanghai shenzhen
snowbird sofia southampton stanford stockholm strasbourg stuttgart suzhou sydney taipei tallinn tampa tampere
tel-aviv thessaloniki tianjin tokyo toronto toulouse trento trieste trondheim tucson turin tübingen utrecht
valencia valletta vancouver venice verona victoria vienna wien vilnius virtual online warsaw washington waterloo
wellington wuhan xiamen xi'an yokohama york zagreb zaragoza zurich zürich hangzhou college-station ann-arbor
firenze venezia torino napoli genova bologna siena urbino warszawa kraków wrocław poznań gdańsk łódź lublin praha brno beograd ljubljana
köln wien zürich genève bern bruxelles antwerpen leuven göteborg københavn helsinki uppsala lund tartu moskva москва ленинград киев leipzig halle jena
weimar göttingen tübingen freiburg mainz marburg münster regensburg wiesbaden sevilla zaragoza salamanca barcelona buenos-aires bogotá lima caracas
santiago-de-chile montevideo são-paulo rio-de-janeiro coimbra porto lisboa istanbul ankara izmir beirut cairo tehran delhi new-delhi calcutta bombay
hawaii florida california texas virginia maryland massachusetts pennsylvania ohio michigan illinois indiana
wisconsin minnesota colorado utah nevada arizona oregon oklahoma georgia tennessee kentucky alabama louisiana
carolina jersey connecticut ontario alberta manitoba queensland nsw hybrid remote"""
PLACES = frozenset(word.replace("-", " ") for word in f"{_COUNTRIES} {_CITIES}".split())
"""Names in small letters."""
