// Sources on the device: stored as columns of `real` at each row's own time, predicted as rows of one struct.
// CRACKLE is 1 when derivatives up to the crackle are kept, else those up to the jerk. VEC is 1 for the kernels here.
#define COLUMN_POSITION 0
#define COLUMN_MASS 3
#define COLUMN_VELOCITY 4
#define COLUMN_ACCELERATION 7
#define COLUMN_JERK 10
#define COLUMN_SNAP 13
#define COLUMN_CRACKLE 16
#define HIGH_COLUMNS (CRACKLE ? 19 : 13)
// The low part of column c is column HIGH_COLUMNS + c; two_float has three of them, those of the position.
#define HAS_LOW_POSITION (TWO_FLOAT || EXTENDED)
#define STORED_COLUMNS (HIGH_COLUMNS + (EXTENDED ? HIGH_COLUMNS : TWO_FLOAT ? 3 : 0))

// The position of a row that is not in use, with mass zero: beyond all coordinates that float arithmetic accepts, near
// enough that the square of a distance is finite in float.
#define PARKED_COORDINATE ((real)288230376151711744.0f)

typedef struct ALIGNED {
  real x, y, z, mass;
#if HAS_LOW_POSITION
  real low_x, low_y, low_z;
#endif
  real vx, vy, vz;
#if CRACKLE
  real ax, ay, az;
#endif
#if EXTENDED
  real low_mass, low_vx, low_vy, low_vz;
#if CRACKLE
  real low_ax, low_ay, low_az;
#endif
#endif
} Row;
