"""The authors' program BSE (Fortran, from the package amuse-bse; for comparison only), and the stories that it tells of pairs."""

import subprocess

from fortran_reference import build, fetch_sources
from pair_stories import UNTIL, types_of, without_instants

FILES = ["comenv", "corerd", "deltat", "dgcore", "evolv2", "gntage", "hrdiag", "instar", "kick", "mix", "mlwind", "mrenv", "ran3",
         "rl", "star", "zcnsts", "zfuncs"]

# Equations 36 to 40 of the paper in place of BSE's fits for convective envelopes.
ENVELOPES = """
      k2e = 0.1d0
      if(kw.le.1)then
         tau = MIN(1.d0,aj/tm)
         menv = 0.d0
         renv = 0.d0
         if(mt.lt.0.35d0)then
            menv = mt
            renv = rad
         elseif(mt.lt.1.25d0)then
            menv = 0.35d0*((1.25d0-mt)/0.9d0)**2
            renv = (rzamsf(0.35d0)+tau*(rtmsf(0.35d0)-rzamsf(0.35d0)))*
     &             SQRT((1.25d0-mt)/0.9d0)
         endif
         menv = menv*SQRT(SQRT(1.d0-tau))
         renv = renv*SQRT(SQRT(1.d0-tau))
      elseif(kw.eq.3.or.kw.eq.5.or.kw.eq.6.or.kw.eq.9)then
         menv = mt - mc
         renv = rad - rc
      elseif(kw.eq.2)then
         tau = MIN(1.d0,MAX(0.d0,(aj-tm)/(tbgbf(mass)-tm)))
         menv = tau*(mt-mc)
         renv = SQRT(tau)*(rad-rc)
      else
         menv = 0.d0
         renv = 0.d0
      endif
"""
# What is replaced in copies of its files. BSE's steps are of first order: a hundredth of all of them, since with a tenth the stories
# of five pairs in 200, and with its own some periods by a few per cent, still depend on them.
# - It neglects gravitational radiation beyond 10 Rsun, which is not in the paper; has fits for the gyration radius of envelopes
#   instead of the paper's 0.1; has the square of P/(2 tau) in equation 32 on the denominator alone; and forgets the core of a
#   helium star that merges with a giant when it looks for the track of the product.
# - A companion catches at most 0.8 of a wind in the paper, and before an overflow; within one BSE allows all of it.
# - Where a donor exceeds its lobe (by 10 % in slow transfer), tides and rotation are those of the lobe, but magnetic braking takes
#   the cube of the larger radius.
# - Envelopes without convection have 1e-10 Msun, and through a depth of 1e-10 Rsun tides that are not negligible.
# - A neutron star made of a white dwarf has 1.3 Msun, not what 1.44 Msun of baryons leave.
# - Its solar radius is 4e-4 smaller in astronomical units, and its constant of gravity belongs to neither: a star that overflows
#   at the end of its main sequence turns that into 1 % of its period.
REPLACED = {
    "evolv2.f": [("0.01d0*mass(", "0.0001d0*mass("), ("5.0d-03/", "5.0d-05/"), ("0.02d0*jorb", "0.0002d0*jorb"),
                 ("0.03d0*jspin", "0.0003d0*jspin"), ("loop=20000", "loop=200000000"), ("sep.le.10.d0", "sep.le.1000.d0"),
                 ("(ttid/(2.d0*tc)**2)", "(ttid/(2.d0*tc))**2"), ("MIN(dmt(3-k),dmr(k))", "MIN(dmt(3-k),0.8d0*dmr(k))"),
                 ("djmb = 5.83d-16*menv(k)*(rad(k)*ospin(k))**3/mass(k)\n               djspint(k) = djspint(k) + djmb*dt",
                  "djmb = 5.83d-16*menv(k)*(radx(k)*ospin(k))**3/mass(k)\n               djspint(k) = djspint(k) + djmb*dt"),
                 ("yeardy=365.24d0,aursun=214.95d0", "yeardy=365.25d0,aursun=215.032d0"), ("3.920659d+08", "3.925257d+08")],
    "mrenv.f": [("      real*8 teff,", "      real*8 rzamsf,rtmsf,tbgbf\n      external rzamsf,rtmsf,tbgbf\n      real*8 teff,"),
                ("      menv = MAX(menv,1.0d-10)\n", ENVELOPES + "      menv = MAX(menv,1.0d-30)\n")],
    "comenv.f": [("MC1 = MC1 + MC2\n", "MC1 = MC1 + MC22\n"), ("AURSUN = 214.95D0", "AURSUN = 215.032D0")],
    "hrdiag.f": [("mt = 1.3d0", "mt = 1.31108d0")],
}

# Reads whether there are tides, then a pair per line; writes its log, a line per entry, and a line that ends it. A negative
# lambda is a constant one.
DRIVER = """
      program compare
      implicit none
      INCLUDE 'const_bse.h'
      integer kstar(2),j,k,ios
      real*8 mass0(2),mass(2),z,zpars(20),epoch(2),tms(2),tphys,tphysf
      real*8 rad(2),lum(2),ospin(2),massc(2),radc(2),menv(2),renv(2)
      real*8 tb,ecc,m1,m2
      neta = 0.5d0
      bwind = 0.d0
      hewind = 1.d0
      alpha1 = 1.d0
      lambda = -0.5d0
      ceflag = 0
      ifflag = 0
      wdflag = 1
      bhflag = 0
      nsflag = 1
      mxns = 3.d0
      pts1 = 0.0005d0
      pts2 = 0.0001d0
      pts3 = 0.0002d0
      sigma = 0.d0
      beta = 0.125d0
      xi = 1.d0
      acc2 = 1.5d0
      epsnov = 0.001d0
      eddfac = 10.d0
      gamma = -1.d0
      read(*,*) tflag
 10   read(*,*,iostat=ios) m1,m2,tb,ecc,z,tphysf
      if(ios.ne.0) stop
      idum = -3
      call zcnsts(z,zpars)
      call instar
      mass0(1) = m1
      mass0(2) = m2
      tphys = 0.d0
      do 15 k = 1,2
         mass(k) = mass0(k)
         kstar(k) = 1
         if(mass(k).lt.0.7d0) kstar(k) = 0
         epoch(k) = 0.d0
         ospin(k) = 0.d0
 15   continue
      call evolv2(kstar,mass0,mass,rad,lum,massc,radc,menv,renv,ospin,
     &            epoch,tms,tphys,tphysf,2.d0*tphysf,z,zpars,tb,ecc)
      j = 0
 20   j = j + 1
      if(bpp(j,1).lt.0.0.or.j.gt.79) goto 30
      write(*,'(6es16.8,3i4)') (bpp(j,k),k=1,3),bpp(j,6),bpp(j,7),0.d0,
     &   INT(bpp(j,4)),INT(bpp(j,5)),INT(bpp(j,10))
      goto 20
 30   write(*,'(6es16.8,3i4)') tphys,mass(1),mass(2),tb,ecc,0.d0,
     &   kstar(1),kstar(2),99
      goto 10
      end
"""


def build_bse():
    folder = fetch_sources("amuse-bse", "2024.6.0", "evolv2.f")
    build(folder, DRIVER, FILES, REPLACED, "-fno-automatic")


def bse(pairs, tides):
    lines = "".join(f"{m} {n} {p} {e} 0.02 {UNTIL}\n" for m, n, p, e in pairs)
    text = subprocess.run(["./compare"], input=f"{int(tides)}\n{lines}", check=True, capture_output=True, text=True).stdout
    lives, rows = [], []
    for line in text.splitlines():
        words = line.split()
        if len(words) != 9:
            continue
        rows.append((*map(float, words[:5]), *map(int, words[6:])))
        if rows[-1][-1] == 99:
            lives.append(rows)
            rows = []
    return lives


def story_of_bse(life):
    names = {3: "overflow", 4: "end", 6: "merger", 7: "envelope", 11: "parted"}
    events, types = [], []
    for time, m1, m2, sep, e, k1, k2, what in life:
        types.append((time, types_of((k1, k2))))
        if what in names:
            events.append(names[what])
        if what == 7 and 15 in (k1, k2):
            events.append("merger")
    last = life[-1]
    period = last[3] if 15 not in (last[5], last[6]) and last[3] > 0 and 0 <= last[4] < 1 else None
    return without_instants(types), events, period
