"""Words that say what they are: particles of names, and words that a full stop shortens."""

from __future__ import annotations

PARTICLES = frozenset(
    "von van der den de del della dello degli dei da dal dos das do du di la le las los lo ten ter te op het zu zum zur "
    "af av al el bin ibn ben bint abu mac st vom am im aus 't d’ d' vander vande".split()
)
ABBREVIATIONS = frozenset(
    """proc trans int intl conf symp j jour journ lett rev adv appl ann annu bull comm commun comput sci eng math
    phys chem biol med res soc assoc acad univ dept inst tech technol vol no nr pp p ed eds st dr prof mr mrs ms
    vs cf etc e.g i.e eq fig sec ch art lect notes natl nat am amer eur br can austral ser suppl mag mech struct
    mater electron electr netw syst softw inf artif intell mach learn distrib oper theor stat probab anal
    geom algebr topol discret combin surv exp environ ecol evol genet neurosci psychol
    psychiatr clin pharm pharmacol toxicol immunol oncol cardiol pediatr surg radiol hum mol biochem biophys
    microbiol virol anim vet agric nutr geophys geol oceanogr atmos meteorol astron astrophys acta arch
    monogr rep bd class grav gen relativ relat grav chim nucl org astropart perkin fr afr philos naturforsch helv ber dtsch ges soviet sov nuovo cim prog suppl instrum mod
    rad planet quart roy meteor climatol hydrol oceanol limnol dynam engrg numer meth differ eqns optim
    integr transf spec funct approx constr indag izv dokl akad nauk mat fiz teor zh eksp usp sb proceed wkshp rech
    sci ital espan port ned scand jpn chin ind austral canad     lect philol hist ling lang educ manag bus econ financ polit soc antropol archaeol geogr hydrogeol
    petrol mineral cryst spectrosc spectrom chromatogr polym colloid interf surf catal electrochem photochem
    photobiol biotechnol bioeng biomed neurol neuroimage radiat therap anesth anaesth obstet gynecol urol nephrol
    endocrinol metab diabet gastroenterol hepatol dermatol ophthalmol otol rhinol laryngol dent orthop
    traumatol rehabil nurs infect dis epidemiol prev med lond engl amer hrsg jr sr al approx ca feat dipl habil
    phil inc ltd corp co dep div sect""".split()
)
"""Words that a full stop shortens; it ends no sentence there, and they are no names."""
