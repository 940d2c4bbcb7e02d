/* Put before the C library, it makes the clocks of a process run 100 ppm fast from its start on. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const long long SECOND = 1000000000;
static long long begin;

static long long monotonic(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

__attribute__((constructor)) static void start(void) {
    begin = monotonic();
}

static long long gained(void) {
    return (monotonic() - begin) / 10000;
}

static struct timespec moved(const struct timespec *time, long long by) {
    long long nanos = time->tv_sec * SECOND + time->tv_nsec + by;
    return (struct timespec) {.tv_sec = nanos / SECOND, .tv_nsec = nanos % SECOND};
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME)) {
        *now = moved(now, gained());
    }
    return result;
}

/* The kernel does not know of it: without this, threads would wait longer by all that was gained. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    struct timespec real = moved(until, -gained());
    clockid_t clock = until->tv_sec > 1000000000 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    return pthread_cond_clockwait(condition, mutex, clock, &real);
}
