"""The words that lists in a language have: beside people, before hosts, in locators, and in the headings of kinds of works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """What people write in a language. Strokes part choices; ``{}`` is where a value goes."""

    companions: str
    """Before the people with whom the owner of a list wrote something."""
    joiners: str
    inside: str
    """Before the host of a chapter."""
    editor: str
    """Behind one editor, or several."""
    edited: str
    """Before editors who stand behind the title of their book."""
    volume: str
    issue: str
    pages: str
    extent: str
    edition: str
    degree: str
    review: str
    forthcoming: str
    quotes: str
    headings: tuple[str, ...]
    """Headings of whole lists, of books, edited books, chapters, articles, reviews, theses, reports and what newspapers print."""


WORDINGS = {
    "en": Wording(
        "with |with |with |co-authored with |(with ", " and | & |, and |, & ", "In |in |In: |in: |", "(ed.)|(eds.)|(Eds.)|, ed.|, eds|, editors|(Hg.)", "ed. |ed. by |edited by |eds. |Ed. by ",
        "vol. {}|Vol. {}|{}|{}|volume {}", "no. {}|no {}|issue {}|({})|({})|.{}|/{}", "pp. {}|pp {}|p. {}|{}|{}|: {}", "{} pp.|{} pages|{}p.", "{} ed.|{} edition|{} edn", "PhD thesis|Ph.D. dissertation|MA thesis|Doctoral dissertation|PhD diss.",
        "Review of |Review: |Rev. of |[Review] ", "forthcoming|in press|to appear|under contract|accepted|in preparation", "“”|‘’|\"\"|''",
        ("Publications|Selected Publications|Works|Writings|Published work|List of Publications", "Books|Monographs|Authored Books", "Edited Volumes|Edited Books|Edited Collections|Books (edited)", "Book Chapters|Chapters in Edited Volumes|Chapters|Essays in Collections", "Articles|Journal Articles|Peer-Reviewed Articles|Refereed Articles", "Book Reviews|Reviews|Review Essays", "Theses|Dissertation", "Reports|Working Papers|Policy Papers|Technical Reports", "Media|Op-eds|Public Writing|Journalism|Blog posts"),
    ),
    "de": Wording(
        "mit |mit |zus. mit |gemeinsam mit |zusammen mit |(mit |gem. mit ", " und | & |/| u. |, ", "in: |In: |in |, in: |Aus: ", "(Hg.)|(Hrsg.)|(Hgg.)|(Hg.)|, Hrsg.|(Ed.)|(Hrsg)", "hg. von |hrsg. v. |hg. v. |Hg. |hrsg. von |herausgegeben von ",
        "Bd. {}|Jg. {}|{}|{}|Band {}|{}. Jg.", "H. {}|Heft {}|Nr. {}|({})|/{}|.{}", "S. {}|S. {}|Seiten {}|{}|: {}|, hier S. {}", "{} S.|{} Seiten", "{}. Aufl.|{}. Auflage|{}., überarb. Aufl.", "Diss.|Dissertation|Habilitationsschrift|Magisterarbeit|Phil. Diss.|Diplomarbeit",
        "Rezension zu: |Rez. zu |Rezension von: |Rez. |Besprechung von: ", "im Druck|im Erscheinen|i. E.|in Vorbereitung|erscheint demnächst|angenommen", "„“|«»|»«|\"\"|‚‘",
        ("Publikationen|Veröffentlichungen|Schriftenverzeichnis|Schriften|Publikationsverzeichnis", "Monographien|Monografien|Bücher|Selbständige Schriften", "Herausgeberschaften|Herausgegebene Bände|Sammelbände|Als Herausgeber", "Buchbeiträge|Beiträge in Sammelbänden|Aufsätze in Sammelbänden|Kapitel", "Aufsätze|Zeitschriftenaufsätze|Artikel|Beiträge in Zeitschriften", "Rezensionen|Besprechungen", "Qualifikationsschriften|Dissertation", "Arbeitspapiere|Gutachten|Berichte|Forschungsberichte", "Zeitungsartikel|Publizistik|Presse|Essays|Sonstiges"),
    ),
    "fr": Wording(
        "avec |avec |en collaboration avec |(avec |avec la collaboration de |co-écrit avec ", " et | & |, ", "dans |in |in : |dans : |In |", "(dir.)|(éd.)|(éds)|(dirs.)|(eds.)|, dir.", "dir. |sous la direction de |éd. par |sous la dir. de |dirigé par ",
        "vol. {}|t. {}|{}|{}|tome {}|vol. {}", "n° {}|n°{}|no {}|({})|, {}|nº {}", "p. {}|pp. {}|p. {}|{}|: {}", "{} p.|{} pages", "{}e éd.|{}e édition", "Thèse de doctorat|Mémoire de master|Thèse|HDR|Thèse d’État",
        "Compte rendu de |CR de |Compte-rendu : |Recension de ", "à paraître|sous presse|à paraitre|soumis|en préparation", "«»|«»|“”|\"\"",
        ("Publications|Travaux|Liste des publications|Bibliographie", "Ouvrages|Monographies|Livres|Ouvrages individuels", "Directions d’ouvrages|Ouvrages collectifs|Direction de numéros|Directions d’ouvrages collectifs", "Chapitres d’ouvrages|Chapitres|Contributions à des ouvrages collectifs", "Articles|Articles de revues|Articles dans des revues à comité de lecture", "Comptes rendus|Recensions", "Thèse|Mémoires", "Rapports|Rapports de recherche|Documents de travail", "Presse|Tribunes|Vulgarisation|Divers"),
    ),
    "es": Wording(
        "con |con |en colaboración con |(con |en coautoría con ", " y | e |, |; ", "en |En |en: |En: |", "(ed.)|(eds.)|(coord.)|(coords.)|(dir.)|(comp.)|, coord.", "ed. |coord. |editado por |coordinado por |dir. ",
        "vol. {}|Vol. {}|{}|tomo {}|v. {}", "núm. {}|n.º {}|nº {}|({})|no. {}", "pp. {}|págs. {}|p. {}|{}|: {}", "{} pp.|{} págs.|{} páginas", "{}.ª ed.|{}a ed.|{}ª edición", "Tesis doctoral|Tesis de maestría|Tesis de licenciatura",
        "Reseña de |Reseña: |Reseña del libro ", "en prensa|en preparación|aceptado|de próxima aparición", "«»|“”|\"\"",
        ("Publicaciones|Publicaciones seleccionadas|Producción científica", "Libros|Monografías|Libros de autor", "Libros colectivos|Obras coordinadas|Ediciones|Libros editados", "Capítulos de libro|Capítulos|Contribuciones a obras colectivas", "Artículos|Artículos en revistas|Artículos de revista indexados", "Reseñas", "Tesis", "Informes|Documentos de trabajo", "Prensa|Divulgación|Artículos de opinión"),
    ),
    "it": Wording(
        "con |con |in collaborazione con |(con |insieme a ", " e | ed |, |; ", "in |in: |In |in ", "(a cura di)|(cur.)|(a c. di)|(ed.)|(eds.)", "a cura di |a c. di |cur. |ed. ",
        "vol. {}|{}|{}|vol. {}|anno {}", "n. {}|fasc. {}|({})|nr. {}|, {}", "pp. {}|pp. {}|p. {}|{}|: {}", "{} pp.|pp. {}", "{}a ed.|{}ª edizione", "Tesi di dottorato|Tesi di laurea",
        "Recensione a |Rec. a |Recensione di ", "in corso di stampa|in stampa|in preparazione|di prossima pubblicazione", "«»|“”|\"\"",
        ("Pubblicazioni|Elenco delle pubblicazioni|Scritti", "Monografie|Libri|Volumi", "Curatele|Volumi curati|Cura di volumi", "Contributi in volume|Saggi in volume|Capitoli di libro", "Articoli|Articoli in rivista|Saggi in rivista", "Recensioni", "Tesi", "Rapporti|Working paper", "Stampa|Divulgazione|Altro"),
    ),
    "pt": Wording(
        "com |com |em coautoria com |(com |em colaboração com ", " e |, |; | & ", "In: |in |em |Em: |In ", "(org.)|(orgs.)|(Org.)|(Orgs.)|(coord.)|(ed.)", "org. |organizado por |orgs. |coord. ",
        "v. {}|vol. {}|{}|V. {}", "n. {}|nº {}|n.º {}|({})|num. {}", "p. {}|pp. {}|{}|: {}", "{} p.|{} páginas", "{}. ed.|{}ª ed.", "Tese de doutorado|Dissertação de mestrado|Tese",
        "Resenha de |Recensão de |Resenha: ", "no prelo|em preparação|aceito", "“”|«»|\"\"",
        ("Publicações|Produção bibliográfica|Publicações selecionadas", "Livros|Livros publicados", "Livros organizados|Organização de livros|Obras organizadas", "Capítulos de livros|Capítulos", "Artigos|Artigos em periódicos|Artigos publicados", "Resenhas|Recensões", "Teses e dissertações|Tese", "Relatórios|Textos para discussão", "Imprensa|Textos em jornais"),
    ),
    "nl": Wording(
        "met |samen met |m.m.v. |(met ", " en | & |, ", "in: |In: |in |", "(red.)|(red.)|(eds.)|(ed.)", "red. |onder redactie van |o.r.v. ",
        "jrg. {}|{}|vol. {}|dl. {}|{}", "nr. {}|afl. {}|({})|/{}|, {}", "p. {}|pp. {}|{}|: {}|blz. {}", "{} p.|{} blz.", "{}e druk|{}de druk", "Proefschrift|Masterscriptie|Dissertatie",
        "Recensie van |Bespreking van |Rec.: ", "in druk|te verschijnen|ter perse|geaccepteerd", "‘’|“”|'’",
        ("Publicaties|Publicatielijst|Geselecteerde publicaties", "Boeken|Monografieën", "Geredigeerde bundels|Redactie", "Hoofdstukken|Bijdragen aan bundels|Boekhoofdstukken", "Artikelen|Tijdschriftartikelen|Wetenschappelijke artikelen", "Recensies|Boekbesprekingen", "Proefschrift", "Rapporten", "Vakpublicaties|Opinie|Krantenartikelen"),
    ),
    "pl": Wording(
        "z |wraz z |współautor: |(z |we współpracy z ", " i |, | oraz ", "w: |[w:] |W: |[w] |, w: ", "(red.)|(red. nauk.)|, red.|[red.]", "red. |pod red. |red. naukowa |pod redakcją ",
        "t. {}|vol. {}|{}|T. {}|R. {}", "nr {}|z. {}|({})|, {}|no. {}", "s. {}|ss. {}|{}|: {}|str. {}", "ss. {}|{} s.|s. {}", "wyd. {}|wyd. {}.", "Rozprawa doktorska|Praca doktorska|Praca magisterska",
        "Recenzja: |Rec.: |rec. ", "w druku|w przygotowaniu|przyjęte do druku", "„”|„”|«»|\"\"",
        ("Publikacje|Wykaz publikacji|Wybrane publikacje", "Monografie|Książki|Monografie autorskie", "Redakcje|Prace pod redakcją|Monografie pod redakcją", "Rozdziały|Rozdziały w monografiach|Artykuły w pracach zbiorowych", "Artykuły|Artykuły w czasopismach|Artykuły naukowe", "Recenzje", "Rozprawa doktorska", "Raporty|Ekspertyzy", "Publicystyka|Teksty popularnonaukowe"),
    ),
    "cs": Wording(
        "s |se |spolu s |(s |spoluautor: ", " a |, | – |; ", "In: |in: |In |v: ", "(ed.)|(eds.)|(edd.)|(ed.)|, ed.", "ed. |eds. |(ed.) |edd. ",
        "roč. {}|{}|vol. {}|sv. {}|{}", "č. {}|({})|/{}|, {}|no. {}", "s. {}|str. {}|pp. {}|{}|: {}", "{} s.|{} stran", "{}. vyd.|{}. vydání", "Disertační práce|Diplomová práce|Habilitační práce",
        "Recenze: |Rec. |[Recenze] ", "v tisku|v přípravě|přijato k tisku", "„“|„“|»«",
        ("Publikace|Publikační činnost|Vybrané publikace", "Monografie|Knihy", "Editované publikace|Editorství|Sborníky", "Kapitoly v knihách|Kapitoly|Stati ve sbornících", "Články|Články v časopisech|Studie", "Recenze", "Kvalifikační práce", "Zprávy", "Popularizace|Noviny a časopisy"),
    ),
    "sv": Wording(
        "med |tillsammans med |(med |med ", " och | & |, ", "i |I |i: |I: |In ", "(red.)|(red.)|(eds.)|, red.", "red. |under redaktion av |utg. ",
        "vol. {}|{}|årg. {}|bd {}|{}", "nr {}|no. {}|({})|:{}|, {}", "s. {}|s {}|pp. {}|{}|: {}", "{} s.|{} sidor", "{}. uppl.|{}:a uppl.", "Doktorsavhandling|Diss.|Licentiatavhandling",
        "Recension av |Rec. av |[Recension av] ", "under utgivning|kommande|i tryck|accepterad", "”“|””|\"\"|»»",
        ("Publikationer|Publikationslista|Skrifter|Urval av publikationer", "Böcker|Monografier", "Redaktörskap|Redigerade böcker|Antologier (red.)", "Bokkapitel|Kapitel i böcker|Antologibidrag", "Artiklar|Tidskriftsartiklar|Vetenskapliga artiklar", "Recensioner", "Avhandlingar", "Rapporter", "Populärvetenskap|Debattartiklar|Tidningsartiklar"),
    ),
    "no": Wording(
        "med |sammen med |(med |med ", " og | & |, ", "i |I |i: |I: |In ", "(red.)|(red.)|(eds.)|, red.", "red. |redigert av |red. av ",
        "vol. {}|{}|årg. {}|bd. {}|{}", "nr. {}|nr {}|({})|/{}|, {}", "s. {}|s. {}|pp. {}|{}|: {}", "{} s.|{} sider", "{}. utg.|{}. utgave", "Doktoravhandling|Ph.d.-avhandling|Masteroppgave",
        "Anmeldelse av |Bokanmeldelse: |[Anmeldelse av] ", "under utgivelse|kommer|i trykk|akseptert", "«»|“”|\"\"",
        ("Publikasjoner|Utvalgte publikasjoner|Publikasjonsliste", "Bøker|Monografier", "Redigerte bøker|Antologier|Redaktør", "Bokkapitler|Kapitler|Bidrag i antologier", "Artikler|Vitenskapelige artikler|Tidsskriftartikler", "Bokanmeldelser|Anmeldelser", "Avhandlinger", "Rapporter", "Formidling|Kronikker|Avisartikler"),
    ),
    "da": Wording(
        "med |sammen med |(med |med ", " og | & |, ", "i |I |i: |I: |In ", "(red.)|(red.)|(eds.)|, red.", "red. |redigeret af |red. af ",
        "bd. {}|{}|årg. {}|vol. {}|{}", "nr. {}|nr {}|({})|/{}|, {}", "s. {}|s. {}|pp. {}|{}|: {}", "{} s.|{} sider", "{}. udg.|{}. udgave", "Ph.d.-afhandling|Speciale|Disputats",
        "Anmeldelse af |Anm. af |[Anmeldelse af] ", "under udgivelse|på vej|i trykken|accepteret", "»«|“”|\"\"",
        ("Publikationer|Udvalgte publikationer|Publikationsliste", "Bøger|Monografier", "Redigerede bøger|Antologier", "Bogkapitler|Bidrag til antologier", "Artikler|Tidsskriftartikler|Videnskabelige artikler", "Anmeldelser", "Afhandlinger", "Rapporter", "Formidling|Kronikker|Avisartikler"),
    ),
    "ru": Wording(
        "в соавторстве с |совм. с |(в соавт. с |соавт. ", " и |, | и др.", "// |В кн.: |в: |В сб.: |// ", "(ред.)|(отв. ред.)|(сост.)|, ред.", "под ред. |отв. ред. |ред. ",
        "Т. {}|т. {}|{}|Том {}|Вып. {}", "№ {}|№{}|№ {}|вып. {}|({})", "С. {}|с. {}|С. {}|стр. {}|{}", "{} с.|{} стр.", "{}-е изд.|изд. {}-е", "Дис. … канд. наук|Диссертация|Автореф. дис.",
        "Рец. на: |Рецензия на |Рец.: ", "в печати|принято к печати", "«»|«»|„“|\"\"",
        ("Публикации|Список публикаций|Основные публикации|Научные труды", "Монографии|Книги", "Под редакцией|Сборники", "Главы в книгах|Главы в коллективных монографиях|Статьи в сборниках", "Статьи|Статьи в журналах|Научные статьи", "Рецензии", "Диссертации", "Отчеты|Препринты", "Публицистика|Интервью"),
    ),
    "tr": Wording(
        "ile birlikte |(ile |", " ve |, | & ", "içinde |İçinde: |In |, ", "(ed.)|(Ed.)|(der.)|(haz.)|(eds.)", "ed. |der. |haz. |Ed. ",
        "cilt {}|C. {}|{}|Cilt: {}|{}", "sayı {}|S. {}|({})|Sayı: {}|, {}", "s. {}|ss. {}|{}|: {}|sf. {}", "{} s.|{} sayfa", "{}. baskı|{}. bs.", "Doktora tezi|Yüksek lisans tezi",
        "Kitap incelemesi: |Kitap değerlendirmesi: ", "baskıda|yayın aşamasında|kabul edildi", "“”|\"\"|«»",
        ("Yayınlar|Seçilmiş yayınlar|Yayın listesi", "Kitaplar", "Editörlükler|Derlemeler|Derleme kitaplar", "Kitap bölümleri|Bölümler", "Makaleler|Dergi makaleleri|Hakemli makaleler", "Kitap incelemeleri", "Tezler", "Raporlar", "Gazete yazıları|Diğer yayınlar"),
    ),
    "el": Wording(
        "με |μαζί με |σε συνεργασία με |(με ", " και |, | & ", "στο |στο: |Στο |στον τόμο |", "(επιμ.)|(επιμ.)|(επιστ. επιμ.)|, επιμ.", "επιμ. |επιμέλεια |(επιμ.) ",
        "τόμ. {}|τ. {}|{}|τόμος {}|{}", "τχ. {}|τεύχος {}|({})|αρ. {}|, {}", "σσ. {}|σ. {}|σελ. {}|{}|: {}", "σελ. {}|{} σελ.", "{}η έκδ.|{}η έκδοση", "Διδακτορική διατριβή|Μεταπτυχιακή εργασία",
        "Βιβλιοκρισία: |Βιβλιοκριτική: ", "υπό έκδοση|υπό δημοσίευση|στο τυπογραφείο", "«»|«»|“”",
        ("Δημοσιεύσεις|Επιλεγμένες δημοσιεύσεις|Εργογραφία", "Βιβλία|Μονογραφίες", "Επιμέλεια τόμων|Επιμέλειες", "Κεφάλαια σε τόμους|Συμμετοχές σε συλλογικούς τόμους", "Άρθρα|Άρθρα σε περιοδικά", "Βιβλιοκρισίες", "Διατριβές", "Εκθέσεις", "Άρθρα σε εφημερίδες"),
    ),
    "hu": Wording(
        "társszerző: |(társszerző: |", " és |, | – |; ", "In: |in: |In |", "(szerk.)|(szerk.)|(Szerk.)|szerk.", "szerk. |szerkesztette |(szerk.) ",
        "{}. évf.|{}.|{}|vol. {}|{}", "{}. sz.|({})|/{}|, {}|no. {}", "{}. o.|pp. {}|{}.|: {}|{} p.", "{} o.|{} p.", "{}. kiad.|{}. kiadás", "PhD-értekezés|Doktori disszertáció|Szakdolgozat",
        "Recenzió: |Könyvismertetés: ", "megjelenés alatt|nyomdában", "„”|„”|»«",
        ("Publikációk|Publikációs jegyzék|Válogatott publikációk", "Könyvek|Monográfiák", "Szerkesztett kötetek", "Könyvfejezetek|Tanulmányok kötetben", "Folyóiratcikkek|Tanulmányok folyóiratban|Cikkek", "Recenziók|Könyvismertetések", "Disszertációk", "Jelentések", "Ismeretterjesztés|Újságcikkek"),
    ),
}  # fmt: skip
"""Language -> its words."""

PARTS_OF_KINDS = {
    "book": 1, "edited-book": 2, "chapter": 3, "entry-encyclopedia": 3, "article-journal": 4, "paper-conference": 4, "review": 5, "thesis": 6,
    "report": 7, "article-newspaper": 8, "article-magazine": 8, "post-weblog": 8,
}  # fmt: skip
"""Kind of work -> the number of its headings."""

FIELDS = {
    "humanities": {"article-journal": 28, "chapter": 36, "book": 10, "edited-book": 9, "review": 7, "entry-encyclopedia": 4, "article-newspaper": 3, "thesis": 1.5, "article-magazine": 1.5},
    "social sciences": {"article-journal": 46, "chapter": 20, "book": 7, "edited-book": 3, "report": 14, "thesis": 2, "review": 3, "article-newspaper": 4, "post-weblog": 1},
    "sciences": {"article-journal": 46, "paper-conference": 34, "chapter": 6, "report": 5, "book": 4, "thesis": 3, "edited-book": 2},
}  # fmt: skip
"""Field of study -> how often its people write works of a kind."""
