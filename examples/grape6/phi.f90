! A small client of a GRAPE-6 library in Fortran: the same as phi.c, shorter and without options. It reads
! n, eta, t_end and eps from its standard input.
!
!   export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig LD_LIBRARY_PATH=PREFIX/lib
!   gfortran -O2 phi.f90 -o phi $(pkg-config --libs g6)
!   echo 1024 0.01 0.25 0.01 | ./phi
program phi
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  integer, parameter :: real8 = kind(1d0), int8 = selected_int_kind(18)
  integer, external :: g6_open, g6_close, g6_npipes, g6_set_j_particle, g6calc_lasthalf
  integer :: n, i, ni, first, some, pipes, id = 0, status
  integer(int8) :: seed = 1
  real(real8) :: eta, t_end, eps, eps2, t, dt, e0, error, steps, blocks, pairs, seconds
  real(real8), allocatable, dimension(:) :: mass, time, step, pot, h2
  real(real8), allocatable, dimension(:, :) :: x, v, a, j, xp, vp, a1, j1
  integer, allocatable :: index(:)
  integer(int8) :: clock_begin, clock_end, clock_rate

  read (*, *, iostat=status) n, eta, t_end, eps
  if (status /= 0) call give_usage
  if (n < 2 .or. eta <= 0) call give_usage
  allocate (mass(n), time(n), step(n), pot(n), h2(n), index(n))
  allocate (x(3, n), v(3, n), a(3, n), j(3, n), xp(3, n), vp(3, n), a1(3, n), j1(3, n))
  time = 0; step = 0; a = 0; j = 0; h2 = 0; pot = 0
  eps2 = eps**2
  call make_plummer
  e0 = energy()
  if (g6_open(id) /= 0) stop 1
  pipes = g6_npipes()

  call system_clock(clock_begin, clock_rate)
  do i = 1, n
    call send(i)
    index(i) = i
  end do
  a1 = 0; j1 = 0
  call forces(0d0, n, x, v)
  a = a1; j = j1
  do i = 1, n
    step(i) = block_step(sqrt(eta)/8*min(norm2(a(:, i))/norm2(j(:, i)), 0.125d0))
    call send(i)
  end do
  steps = 0; blocks = 0; pairs = real(n, real8)*n
  t = 0
  do while (t < t_end)
    t = minval(time + step)
    ni = 0
    do i = 1, n
      if (time(i) + step(i) /= t) cycle
      ni = ni + 1
      index(ni) = i
      dt = step(i)
      xp(:, ni) = x(:, i) + dt*(v(:, i) + dt/2*(a(:, i) + dt/3*j(:, i)))
      vp(:, ni) = v(:, i) + dt*(a(:, i) + dt/2*j(:, i))
    end do
    call forces(t, ni, xp, vp)
    do i = 1, ni
      call correct(index(i), i)
      call send(index(i))
    end do
    steps = steps + ni
    blocks = blocks + 1
    pairs = pairs + real(ni, real8)*n
  end do
  call system_clock(clock_end)
  seconds = real(clock_end - clock_begin, real8)/clock_rate
  if (g6_close(id) /= 0) stop 1
  error = (energy() - e0)/e0
  print '(a,i0,a,f0.6,a,f0.10,a,es10.3,a,f0.0,a,f0.2,a,f0.3,a,f0.3)', 'n=', n, ' eta=', eta, ' energy=', e0, &
    ' error=', error, ' steps=', steps, ' block=', steps/blocks, ' seconds=', seconds, &
    ' gflops=', 60d-9*pairs/seconds

contains

  subroutine give_usage
    write (error_unit, '(a)') 'usage: echo n eta t_end eps | phi   (for example: echo 1024 0.01 0.25 0.01 | phi)'
    stop 2, quiet=.true.
  end subroutine

  ! The generator of Park and Miller, as in phi.c.
  function uniform() result(u)
    real(real8) :: u
    seed = mod(seed*16807_int8, 2147483647_int8)
    u = real(seed, real8)/2147483647d0
  end function

  function in_random_direction(length) result(b)
    real(real8), intent(in) :: length
    real(real8) :: b(3), z, angle
    z = 2*uniform() - 1
    angle = 2*acos(-1d0)*uniform()
    b = length*[sqrt(1 - z*z)*cos(angle), sqrt(1 - z*z)*sin(angle), z]
  end function

  ! Aarseth, Henon & Wielen (1974), in units with G = M = 1 and E = -1/4.
  subroutine make_plummer
    real(real8) :: r, q, g, scale
    integer :: k
    scale = 3*acos(-1d0)/16
    do k = 1, n
      do
        r = 1/sqrt(uniform()**(-2d0/3) - 1)
        if (r <= 20) exit
      end do
      do
        q = uniform()
        g = 0.1d0*uniform()
        if (g <= q*q*(1 - q*q)**3.5d0) exit
      end do
      mass(k) = 1d0/n
      x(:, k) = in_random_direction(r*scale)
      v(:, k) = in_random_direction(q*sqrt(2/sqrt(1 + r*r))/sqrt(scale))
    end do
    do k = 1, 3
      x(k, :) = x(k, :) - sum(x(k, :))/n
      v(k, :) = v(k, :) - sum(v(k, :))/n
    end do
  end subroutine

  function energy() result(total)
    real(real8) :: total, potential
    integer :: k, l
    total = 0
    do k = 1, n
      potential = 0
      do l = 1, k - 1
        potential = potential - mass(l)/sqrt(sum((x(:, l) - x(:, k))**2) + eps2)
      end do
      total = total + mass(k)*(potential + sum(v(:, k)**2)/2)
    end do
  end function

  ! Addresses count from 0, whatever the language; the index is the body's own number.
  subroutine send(k)
    integer, intent(in) :: k
    real(real8) :: zero(3)
    zero = 0
    status = g6_set_j_particle(id, k - 1, k, time(k), step(k), mass(k), zero, j(:, k)/6, a(:, k)/2, v(:, k), x(:, k))
    if (status /= 0) stop 1
  end subroutine

  ! Leaves acceleration and jerk of the first `count` targets in a1 and j1.
  subroutine forces(now, count, xi, vi)
    real(real8), intent(in) :: now
    integer, intent(in) :: count
    real(real8), intent(in) :: xi(3, n), vi(3, n)
    call g6_set_ti(id, now)
    do first = 1, count, pipes
      some = min(pipes, count - first + 1)
      call g6calc_firsthalf(id, n, some, index(first), xi(1, first), vi(1, first), a1(1, first), j1(1, first), &
        pot(first), eps2, h2)
      status = g6calc_lasthalf(id, n, some, index(first), xi(1, first), vi(1, first), eps2, h2, &
        a1(1, first), j1(1, first), pot(first))
      if (status /= 0) stop 1
    end do
  end subroutine

  ! The largest power of two that is not above s.
  function block_step(s) result(power)
    real(real8), intent(in) :: s
    real(real8) :: power
    power = 2d0**(exponent(s) - 1)
  end function

  ! Corrects body k with the force on target m (Makino & Aarseth 1992) and chooses its next step (Aarseth 1985).
  subroutine correct(k, m)
    integer, intent(in) :: k, m
    real(real8) :: a2(3), a3(3), wanted, d
    d = t - time(k)
    a2 = (-6*(a(:, k) - a1(:, m)) - d*(4*j(:, k) + 2*j1(:, m)))/d**2
    a3 = (12*(a(:, k) - a1(:, m)) + 6*d*(j(:, k) + j1(:, m)))/d**3
    x(:, k) = xp(:, m) + d**4/24*(a2 + d/5*a3)
    v(:, k) = vp(:, m) + d**3/6*(a2 + d/4*a3)
    a(:, k) = a1(:, m)
    j(:, k) = j1(:, m)
    a2 = a2 + d*a3
    wanted = sqrt(eta*(norm2(a(:, k))*norm2(a2) + norm2(j(:, k))**2)/(norm2(j(:, k))*norm2(a3) + norm2(a2)**2))
    step(k) = d
    if (wanted < d) then
      step(k) = block_step(wanted)
    else if (wanted >= 2*d .and. d < 0.125d0 .and. mod(t, 2*d) == 0) then
      step(k) = 2*d
    end if
    time(k) = t
  end subroutine
end program
