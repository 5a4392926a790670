! Every name of GRAPE-6 from Fortran, with arrays in COMMON, as old programs have them.
program fortran_client
  implicit none
  integer, external :: g6_open, g6_close, g6_npipes, g6_set_j_particle, g6calc_lasthalf, g6calc_lasthalf2
  integer, external :: g6_read_neighbour_list, g6_get_neighbour_list, g6_set_nip, g6_set_njp, g6_set_i_particle
  integer, external :: g6_get_force
  integer, parameter :: n = 500
  ! With -fno-align-commons the integer in front leaves the rest at addresses that are no multiples of eight.
  integer :: odd
  double precision :: x(3, n), v(3, n), acc(3, 48), jerk(3, 48), pot(48)
  common /bodies/ odd, x, v, acc, jerk, pot
  double precision :: mass(n), zero(3), h2(48), exact(3), work, r2
  integer :: index(48), nnb(48), list(n), flag(48), i, k, id, length, status, nearest
  double precision :: least

  id = 4
  zero = 0
  do i = 1, n
    x(:, i) = [sin(1d0*i), cos(2.7d0*i), sin(0.3d0*i + 1)]
    v(:, i) = [cos(3d0*i), sin(1.1d0*i), cos(0.7d0*i)]
    mass(i) = 1d0/i
  end do
  call check(g6_open(id) == 0, 'open')
  call check(g6_npipes() >= 48, 'npipes')
  call g6_set_tunit(51)
  call g6_set_xunit(51)
  call g6_reset(id)
  call g6_reset_fofpga(id)
  call g6_initialize_jp_buffer(id, 10)
  do i = 1, n
    ! At time -1, where the body was by its velocity.
    status = g6_set_j_particle(id, i - 1, i, -1d0, 0.125d0, mass(i), zero, zero, zero, v(:, i), x(:, i) - v(:, i))
    call check(status == 0, 'set_j_particle')
  end do
  call g6_flush_jp_buffer(id)
  call g6_set_ti(id, 0d0)
  do i = 1, 48
    index(i) = 3*i
    h2(i) = 0.09d0
  end do
  acc = 0; jerk = 0; pot = 0
  call g6calc_firsthalf(id, n, 48, index, x(:, 3:144:3), v(:, 3:144:3), acc, jerk, pot, 1d-4, h2)
  call check(g6calc_lasthalf2(id, n, 48, index, x(:, 3:144:3), v(:, 3:144:3), 1d-4, h2, acc, jerk, pot, nnb) == 0, &
    'lasthalf2')
  do i = 1, 48
    exact = 0
    least = huge(least)
    nearest = -1
    do k = 1, n
      if (k == index(i)) cycle
      r2 = sum((x(:, k) - x(:, index(i)))**2)
      if (r2 < least) then
        least = r2
        nearest = k
      end if
      work = mass(k)/(r2 + 1d-4)**1.5d0
      exact = exact + work*(x(:, k) - x(:, index(i)))
    end do
    call check(norm2(acc(:, i) - exact) < 1d-5*(1 + norm2(exact)), 'acceleration')
    call check(nnb(i) == nearest, 'nearest')
    call check(pot(i) < 0, 'potential')
  end do
  call check(g6_read_neighbour_list(id) == 0, 'read_neighbour_list')
  call check(g6_get_neighbour_list(id, 5, n, length, list) == 0, 'get_neighbour_list')
  call check(any(list(1:length) == index(6)), 'the target itself is in its list')
  do k = 1, length
    call check(sum((x(:, list(k)) - x(:, index(6)))**2) < 0.09d0, 'radius of the list')
  end do
  call check(g6_get_neighbour_list(id, 5, 1, length, list) == 1, 'overflow')
  call check(length == 1, 'length at overflow')

  ! GRAPE-6A's way.
  call check(g6_set_njp(id, n) == 0, 'set_njp')
  call check(g6_set_nip(id, 1) == 0, 'set_nip')
  call check(g6_set_i_particle(id, 0, 3, x(:, 3), v(:, 3), 1d-4, 0d0) == 0, 'set_i_particle')
  exact = acc(:, 1)
  call check(g6_get_force(id, acc, jerk, pot, flag) == 0, 'get_force')
  call check(all(acc(:, 1) == exact), 'the same force')
  call check(g6_close(id) == 0, 'close')
  print '(a)', 'ok'

contains

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print '(2a)', 'wrong: ', what
    stop 1
  end subroutine
end program
