"""How generated lists look: headings in seven languages, the parts of an item in their orders, sections of other content."""

from __future__ import annotations

HEADINGS = {
    "en": (
        (
            "Publications|Selected Publications|Papers|Journal Articles|Refereed Journal Papers|Peer-Reviewed Articles|Publications and Preprints|List of Publications|Research|Books and Chapters|"
            "ARTICLES PUBLISHED (18 in all)|Published Papers|Conference Papers|Preprints|Working Papers|Publications (* equal contribution)|Recent Work|Scholarly Writing|Research Papers|"
            "Full Publication List|Peer-reviewed publications (full list)|Published and Forthcoming Papers|My papers|Edited Volumes|Essays|Writings|Work in Progress|Proceedings|Articles and book chapters"
        ),
        "Journal Articles|Conference Proceedings|Book Chapters|Preprints|Books|Workshop Papers|Under Review|Technical Reports|Journal Papers|Invited Papers|Edited Books|Reviews|In Press",
    ),
    "de": (
        "Publikationen|Veröffentlichungen|Schriftenverzeichnis|Publikationsliste|Schriften|Ausgewählte Publikationen|Aufsätze|Wissenschaftliche Veröffentlichungen",
        "Monographien|Aufsätze in Zeitschriften|Herausgeberschaften|Beiträge in Sammelbänden|Rezensionen|Buchkapitel|Artikel|Lexikonartikel|Zeitschriftenartikel",
    ),
    "fr": (
        "Publications|Travaux|Liste des publications|Articles et ouvrages|Publications récentes|Bibliographie",
        "Ouvrages|Articles dans des revues à comité de lecture|Chapitres d’ouvrages|Directions d’ouvrages|Comptes rendus|Actes de colloques|Articles",
    ),
    "es": (
        "Publicaciones|Publicaciones seleccionadas|Artículos|Producción científica|Trabajos publicados",
        "Libros|Artículos en revistas|Capítulos de libro|Reseñas|Actas de congresos|Artículos indexados",
    ),
    "pt": (
        "Publicações|Produção bibliográfica|Artigos|Trabalhos publicados|Publicações selecionadas",
        "Livros|Artigos em periódicos|Capítulos de livros|Trabalhos em anais|Resenhas",
    ),
    "it": (
        "Pubblicazioni|Elenco delle pubblicazioni|Pubblicazioni scelte|Scritti",
        "Monografie|Articoli in rivista|Contributi in volume|Curatele|Recensioni|Atti di convegno",
    ),
    "zh": (
        "发表论文|论文|学术论文|著作|業績|論文|논문|著書・論文",
        "期刊论文|会议论文|著書|学術論文|国際会議|학술지 논문",
    ),
}
"""Language -> headings of whole lists, and of the kinds of work inside of them."""

REFERENCES = (
    "References|References|REFERENCES|Bibliography|Works Cited|Literature|Literature Cited|Reference list|Further reading|Sources|Notes and references|Cited works|"
    "Literatur|Literaturverzeichnis|Quellen|Références|Références bibliographiques|Bibliographie|Bibliografía|Referencias|Obras citadas|Referências|Referências bibliográficas|Bibliografia|Riferimenti bibliografici"
)
"""Headings of the lists that papers end with."""

ORDERS = (
    "A. T. V, L, Y.|A, T, V, L, Y.|A. (Y). T. V, L.|A (Y) T. V L.|A, “T,” V, L, Y.|A: T. In: V, L, Y.|A: T, V L, Y.|T. A. V, Y.|T, A, V, Y|T, with W, V, L, Y.|T (with W), V L (Y), L.|(with W) T, V, Y.|"
    "A, T. V (Y), L.|T. V, L, Y.|T, V L (Y).|Y. A. T. V, L.|(Y) A: T. V, L.|“T,” V, Y.|A. Y. T. V L.|A, “T”, in V, P, Y, L.|A, T, P, Y.|A, T, O: P, Y.|A (Y). T. O: P.|T. V. Y. (A)|G: A. T. V, Y.|A, T [D], Y|A. T. V. Y;L. doi:D|"
    "A, T, in: E (Hg.), V, O: P, Y, L.|A, « T », dans V, L, Y.|T, in: V, L, Y|A, V L (Y), T|Y – T. V, L (with W)|T A V (Y)|Zusammen mit W: „T“, in: V, L (Y).|avec W, T, V, L, Y|M Y, T. V, O. W|A. T. V’Y|T. W. V Y.|Y; T; V; A|A. “T.” V, L (Y): L.|"
    "T by A. V, O, Y|T, by A. V, L, Y.|T (by A), V Y|T, von A, in: V, L, Y.|T, par A, V, L, Y|« T », V, L, avec W, M Y|« T », avec W, V, L, Y.|“T”, V, L, Y, with W|„T“, V, L, mit W, M Y|T, con W, V, L, Y.|T. V, L. Com W. Y|"
    "K: T, V, Y|K : T, V, L, Y|K: A. T. V, Y|K – T. P, Y|T, K, P, O|T, K, P, O Y|Y T, K, P, O|T. P, O Y.|T, P, Y|T (P, Y)|Y: T, P|T, K, in: V, L, P, Y|T, V, P, O|Y A. (Y). T. V L|Y A. Y. T. V L, L. D|A. K. T. V.|"
    "A. T. V, Y. DOI: D|A (Y): T. In: E (Hg.): V. O: P, L.|A, T, in: V L (Y) L|A. T. V, L, Y. O: P.|A. In press. T. V|K. A. “T”. V, Y, L|[G] A. T. In V, O, Y|G T A V|A. T. V. Y L, D|"
    "G A, T. V, Y|G A. T. V|G A. T. V, Y|[G] A. T. V|T. A V Y|T. A, V Y. O|A V Y, T|A, Hrsg. Y. T. V L. O: P.|A (Hg.): T. O: P Y.|A (eds.). T. P, Y.|A (Y) (dir.), T, P, O|Y: T. O: P Y (hrsg. mit W)|A (a cura di), T, P, O Y|A, eds. Y. T. O: P.|"
    "Y: T. In: E (Hg.): V. O: P, L.|A. Y. T. In V, hg. von E, L. O: P.|Y A T. V, L|A; T; V; Y|A, T. V L (Y) D|"
    'A. “T." Y. V. D|A. "T." V, L, Y|A, "T," V, Y|'
    "A. Y. T. V, L. D|A. Y. T. In V, hg. von E, L. O: P. D|T. with W. V, L, Y|T. A. V L (Y)|A. T, V Y, L|“T”, with W. V, L, Y|“T,” with W, V L (Y)"
).split("|")
"""Items in one line: A authors, W co-authors, T title, V venue, Y year, L locator, P publisher, O place, E editors, D DOI, G label,
K a word for the kind of work."""

EASTERN = "A, 「T」, V, L, Y年|A, 「T」, V, L, Y|A, T, V, L, Y|A：T，V，L，Y|A. T[J]. V, Y, L.|A. T. V, Y, L.|A「T」『V』L、Y年|A, “T”, V, L (Y)|A (Y). T. V, L.|T, V, L, Y|A，T，V，Y，L|Y年: A, T, V, L|A: 「T」, V, L (Y)|A, T: V, L, Y".split(
    "|"
)
"""Items in one line as Chinese, Japanese and Korean lists print them."""

EDITED = ("A, Hrsg.", "A (Hg.)", "A (eds.)", "(dir.)", "(hrsg. mit W)", "(a cura di)", "A, eds.")
"""What says in an item that its people edited it."""

STACKS = (
    "T/A/V, Y|T/A/V Y|T/V Y/A|T/V, L, Y|A/T/V, L (Y)|A. T./V, L, Y.|T./A./V, L, Y.|T/A. V, Y.|G/T/A|G/T/A/V Y|Y/T/A/V|T/with W/V (Y)|T/with W. V, L, Y.|A,/T,/V L (Y).|A,/“T,”/V, Y.|T/A/V/Y|T/V/with W|A (Y)/T/V, L|"
    "T/A (Y)/V|T/In: V, L, Y|T/In: E (Hg.), V. O: P, Y, L.|T/A/Y/V|V, Y/T/A|A, T/V L, Y|T (Y)/A/V|T/Y, V|Y/A. T. V, L.|Y/T. V, L, with W|G/A. T. V, Y|T/V Y [D]|T/V, L (Y)/with W (SSRN)|T/V (Y)|T (with W)/V, L, Y|T/A/[V’Y]|T/A/V, L/D/Y|"
    "T/by A/V, Y|T/By A. V, Y|G/T/A|G/T [D]/A/K|T/K/A/V, Y|A. (Y)/T/V L|A. (Y) T/V, L/D|Y/T, K, P, O|Y/T, P|Y/T in V, P, O|T/(with W)/V, L, Y|T [D]/(with W)/V, L, Y./O: P|K/T/A/V Y|T/V, L, avec W, Y|T, with W/V, L (Y)|"
    "T/V, Y/Authors: A|T/V/Authors: A|T/Authors: A/V Y|K/G/T/A/V, Y|G/T/A/V, Y|K/T/A/V, Y|G/K/T/A/V, L, Y|T/A. Y/V. D|A Y/T, V|A, Y/T, V, L|A (Y)/T. V, L|T/A/Y, submitted to V D"
).split("|")
"""Items of several lines, the lines parted by strokes."""

OTHER = {
    "Education|Ausbildung|Formation|Formación académica|Formação|Istruzione|教育背景": (
        "Ph.D. in S, U, Y1", "Y1–Y2 U, M.Sc. in S", "Ph.D., S, U (Y1). Thesis: T. Advisor: N", "B.A. in S, U, summa cum laude, Y1", "Y1 Promotion an der U", "Doctor of Philosophy, U/Thesis: “T”/Supervisor: N/Y1",
    ),
    "Employment|Positions|Professional Experience|Beruflicher Werdegang|Expérience professionnelle|Experiencia|工作经历|Appointments": (
        "Associate Professor, Department of S, U, Y1–present", "Y1–Y2 Postdoctoral researcher, U", "Research Fellow, U (Y1-Y2)", "Visiting Scholar, U, Spring Y1", "seit Y1 Professorin für S, U", "Y1 - Y2/Research engineer, U/Worked with N on S",
    ),
    "Talks|Invited Talks|Presentations|Vorträge|Conférences invitées|Ponencias|Seminars|講演|Selected talks": (
        "“T”, Invited talk, U, C, M Y1.", "M Y1: T. U, C.", "T. Keynote at the K, C, Y1", "Y1, K, C", "U, S Seminar, M Y1", "Y1 Vortrag: T, Tagung “S”, U, C", "N and O. T. Talk at K, C, M Y1 (slides)", "T/K, C/M Y1",
    ),
    "Teaching|Lehre|Enseignement|Docencia|Ensino|Courses taught|教学": (
        "S 101, Fall Y1, U", "Introduction to S (undergraduate), Y1, Y2", "SS Y1: Seminar S, U", "Teaching assistant, S, with N, Spring Y1", "Y1–Y2 S (60 students)", "MATH 240: Advanced S, Fall Y1, Fall Y2",
    ),
    "Honors and Awards|Awards|Auszeichnungen|Distinctions|Premios|Prizes|Fellowships and Grants|Grants|Drittmittel|获奖": (
        "Best Paper Award, K, Y1", "Y1 U Fellowship", "S Society Prize for Young Researchers, Y1", "Grant: T, U, $250,000, Y1–Y2 (PI, with N)", "Y1: Preis der S Gesellschaft", "T. Funded by the Science Foundation, Y1-Y2, Co-PI: N",
    ),
    "Professional Service|Service|Activities|Gremien|Reviewing|Committees": (
        "Reviewer for Journal of S, Annals of S, K", "Program committee: K (Y1), K (Y2)", "Organizer, workshop on S, with N and N, C, Y1", "Member, editorial board, Journal of S, Y1–Y2", "Session chair, K, C, Y1", "Thesis committee: N, “T”, U, Y1",
    ),
    "Students|Supervision|Advising|PhD students|Betreute Arbeiten|Thesis supervision|Group members": (
        "N (PhD Y1), T", "N, MSc thesis: T, U, Y1", "N, PhD student, Y1–present", "N (with N), postdoc Y1-Y2, now at U", "Y1: N, Masterarbeit “T”", "N/PhD student since Y1/S",
    ),
    "News|Updates|Aktuelles|What's new": (
        "M Y1: Our paper on S was accepted at K!", "[M Y1] I will give a talk at U.", "M Y1 – Welcome to N, who joins us as a PhD student.", "Y1/02: One paper accepted to K. Congratulations to N!", "M Y1: I am organizing a workshop on S with N.",
    ),
    "Projects|Software|Projekte|Projets|Research Projects": (
        "T (Y1–Y2). Funded by the S Foundation.", "S toolkit: a package for S, with N. Code on GitHub.", "Y1-Y2: T, U, C", "T/A project with U and N./Y1 – Y2",
    ),
    "Conferences attended|Events|Outreach|Media|Press": (
        "K, C, M Y1", "Interview with N, S Magazine, M Y1", "Y1 Summer school on S, C", "Panel discussion “T”, U, C, Y1",
    ),
    "Contact|Kontakt|About|Personal|Profile|Skills|Languages|Referees|References": (
        "U, Department of S, C", "Email: name@example.org", "Phone: +00 000 000 0000", "Office hours: Tuesdays 2-4pm, Room 312", "Programming: Python, R, C++, Julia", "English (fluent), German (B2), French (A2)", "Prof. N, U, name@example.org", "Born in C, Y1",
    ),
}  # fmt: skip
"""Headings of other sections and templates of their entries: T a title, N a person, U a university, S a subject, C a city,
K a conference, M a month, Y1 Y2 years; strokes part lines."""

MORE_OTHER = {
    "Grants|Research Grants|Research Funding|Third-party funding|Subventions|Proyectos financiados|Drittmittelprojekte|Finanziamenti|科研项目": (
        "T, K Research Challenge, U. Principal investigator (£85,000), Y1–Y2", "Y1-Y2 Co-investigator: T. S Research Council, €1.2m", "“T” National Academy of S, U. Principal investigator (£8 million), Y1",
        "S Foundation, Grant no. 4711, T ($45,000), PI: N, Y1", "Y1. T (with N and N), S Council, 36 person-months", "T. Projekt der S Stiftung, Y1–Y2, Leitung: N", "Projet S (Y1-Y2), T, avec N, U", "Proyecto T (Y1-Y2), U, investigadora principal: N",
        "T/S Research Council/Y1 – Y2/€ 250 000", "Y1/T/Funded by the U", "Travel grant, K, C, Y1", "Principal Investigator, T, funded by S Trust (Y1 to Y2), £12,500",
    ),
    "Scholarships|Honours|Prizes and Scholarships|Distinctions and Fellowships|Stipendien und Preise|Prix et distinctions|Premios y becas|Premi": (
        "Y1 S Scholar, held at U", "N Award for excellence in S, Y1", "N Prize for S and S, U, Y1-Y2", "Dean's Scholar for academic excellence, U", "Finalist, N Prize, K, Y1", "One of 125 “T”, S Magazine, Y1", "N Medal, S Society (Y1)", "Y1 N-Preis der S Gesellschaft, C",
        "Prix N de la meilleure thèse en S, U, Y1", "Beca N, U, Y1-Y2", "Best Student Paper Award for T, K, Y1", "Elected Fellow, Academy of S, Y1", "Y1/N Fellowship/U", "Honourable mention, S Book Prize, for T, Y1",
    ),
    "Professional memberships|Memberships|Service to the profession|Editorial work|Committees and boards|Mitgliedschaften|Responsabilités|Servizio|社会活动": (
        "Y1–present. Board member, S section, U", "Technical committee member, K, C, Y1", "Programme committee member, 3rd International Workshop on S, C, Y1", "Reviewer: Journal of S, Annals of S, S Letters, Zeitschrift für S", "Invited participant. S Council workshop on S, C, Y1", "Member, Society for S, Y1-present",
        "Associate editor, Journal of S (Y1–Y2)", "Since Y1: Mitglied der S Gesellschaft", "Mitglied des Beirats der Zeitschrift für S, Y1–Y2", "Membre du comité de rédaction de la Revue de S, Y1-Y2", "Session organizer, “T”, K, C, M Y1 (with N)", "External examiner, U, MSc in S, Y1–Y2", "Chartered member, Institution of S, Y1", "Y1/Peer reviewer/S Research Council",
    ),
    "Courses|Teaching experience|Lectures and modules|Lehrveranstaltungen|Cours|Docencia universitaria|Insegnamento|担当科目": (
        "Y1-present. Various short lectures and modules on S at both undergraduate and graduate level", "Y1–present. Sustainable S, MSc module (40 students)", "Y1: Vorlesung “T”, U, WS Y1/Y2", "Proseminar: T, SoSe Y1", "L2, Introduction à S, 24h TD, U, Y1-Y2", "S (BA), S (MA), U, Y1", "Guest lecture: T, course on S, U, M Y1", "T, advanced seminar, U, Spring Y1, with N", "Module leader, S, Y1–Y2/U/Department of S",
    ),
    "Supervised theses|PhD supervision|Doctoral students|Encadrement|Betreuung|Tesis dirigidas|Tesi seguite|Examinations": (
        "Y1–present. Supervised 22 MSc projects, 5 MEng projects and internships", "N, “T”, PhD, U, Y1 (with N)", "N (Y1–Y2), T, now postdoc at U", "Y1 N: T. Masterarbeit, U", "Thèse de N, T, soutenue en Y1, U (codirection avec N)", "Tesis doctoral de N, T, U, Y1", "External examiner of N, PhD thesis T, U, Y1", "N, MA, Y1, T/U",
    ),
}  # fmt: skip
"""More sections of other content, as long CVs have them; with talks and what media say among them, fewer publications are found."""

UNIVERSITIES = "University of Nowhere|Universität Musterstadt|Université de Quelque-Part|Universidad de Ejemplo|Institute of Examples|ETH Example|Technical University of Samplesburg|Example State University|National Laboratory of Samples|Universidade Modelo|Università di Esempio|样本大学".split(
    "|"
)
SUBJECTS = "Algebra|Computer Science|Political Theory|Machine Learning|Art History|Quantum Optics|Marine Biology|Linguistics|Medieval Law|Econometrics|Robotics|Gender Studies|Astrophysics|Ethics|Neuroscience|Statistik|Literatur|Filosofía".split(
    "|"
)
TOPICS = "Model Training|Open-Source Software|Community Ecology|Media and Society|Press Freedom|Legal Services|Language Teaching|Career Paths|Courses of Rivers|Group Experience|Systems and Serving|Student Learning|Code Review|Public Funding|Education and Inequality".split(
    "|"
)
CITIES = "Berlin|Paris|Tokyo|New York|Toronto|Lisboa|Madrid|Seoul|Wien|Vancouver|Roma|Oslo|São Paulo|Kyoto|Chicago, IL|北京".split(
    "|"
)
CONFERENCES = "International Conference on Samples|OSDI|NeurIPS|Annual Meeting of the Example Society|Jahrestagung der Mustergesellschaft|Workshop on Harbours and Tides|ICML|APSA Annual Meeting|Congrès de l’Association|CHI".split(
    "|"
)
WORDS_OF_KIND = "Article|Journal article|Chapter|Mémoire|Thèse|Guide en anglais|Articles de recherche en anglais|Ouvrage|Roman|Erzählung|Essay|Gedichte|Aufsatz|Buch|Rezension|Libro|Capítulo|Artigo|Revisions pending|Under review|Poster|Demo|Workshop paper|Best Paper Award|Preprint|Talk|Survey|Edited volume|Kunstbuch|Review".split(
    "|"
)
MONTHS = "January|March|May|June|September|Oct|Nov.|Dezember|juin|marzo".split("|")
ABSTRACTS = (
    "We study how {s} changes the way in which people think about {t}, and we show that a simple model explains most of what was observed in earlier work.",
    "This paper asks why {t} has been so hard to measure. Using data from {s}, it finds that the usual explanation holds only in part, and that institutions matter more than is often assumed.",
    "In this article I argue that {t} cannot be understood without a closer look at {s}. The argument rests on three case studies which are compared in some detail.",
    "The rapid growth of {s} has led to many attempts at {t}. Here we present a method that is both faster and simpler than those that are known so far, and test it on several examples.",
)
SHORT_ABSTRACTS = (
    "A new way to think about {t}.",
    "{s} can be measured, and so can {t}.",
    "This work carries results on {s} over to other settings.",
)
TAILS = (
    "Covered in The Morning Post and Science Weekly",
    "Presented at the Annual Meeting of Examples (2019), CHI (2020)",
    "Media coverage: Daily News, Radio Example",
    "Cited more than 100 times.",
    "This paper won a prize of the Example Society.",
    "Reviewed by N. N. in Journal of Samples 12 (2011).",
)
NOTES = ("* denotes equal contribution.", "Copies are available on request.", "(* indicates corresponding author; underlined names are students)", "See also my Google Scholar page for a full list.", "My publications are listed below in reverse chronological order.", "For citations see DBLP.", "Also available on arXiv.", "† supervised student")  # fmt: skip
PROSE = (
    "I am a researcher at {u} who works on {s}. Before that I was a postdoc at {u2}, where I worked with {n} on questions of {s2}.",
    "My work lies between {s} and {s2}. I like to ask what follows when simple things are many. I received my PhD from {u} in {y}, advised by {n}.",
    "Ich bin seit {y} an der {u} und beschäftige mich mit {s} sowie mit {s2}. Zuvor war ich an der {u2} tätig.",
    "Our group at {u} develops methods for {s}. We are always looking for students who like {s2}.",
)
BUTTONS = (
    "PDF",
    "Code",
    "arXiv",
    "DOI",
    "BibTeX",
    "Slides",
    "Video",
    "Project page",
    "Abstract",
    "Paper",
    "Poster",
    "Link",
    "Data",
    "HTML",
)
