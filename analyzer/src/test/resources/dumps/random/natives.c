// Native methods of the random programs, without JNI's header: they take nothing but themselves.
#include <time.h>
#include <unistd.h>

void Java_dev_loomweight_threads_random_program_Natives_block(void *env, void *self) {
  for (;;) {
    pause();
  }
}

void Java_dev_loomweight_threads_random_program_Natives_spin(void *env, void *self) {
  volatile long sum = 0;
  time_t end = time(0) + 3600;
  while (time(0) < end) {
    sum++;
  }
}
