/* The functions of a field of force in a shared library, for field.kind = library. A C header: a library that includes
   it has its functions checked by the compiler, but nothing in it is needed. All numbers are in the code units of the
   run, G = 1; places are relative to the centre of the field, at rest. The functions are called by several threads at
   once, must be pure, and have the same result for the same arguments, or a restart gives other bits. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Required: acceleration and potential (per mass) at a time and place. Energies are right if the acceleration is minus
   the gradient of the potential. */
void tucana_field(double time, const double position[3], double acceleration[3], double* potential);

/* Optional: first and second derivative of the field's acceleration along the orbit of a body with this velocity and
   this whole acceleration. */
void tucana_field_derivatives(double time, const double position[3], const double velocity[3],
                              const double acceleration[3], double jerk[3], double snap[3]);

/* Optional: not 0 if the field depends on time. */
int tucana_field_changes(void);

#ifdef __cplusplus
}
#endif
