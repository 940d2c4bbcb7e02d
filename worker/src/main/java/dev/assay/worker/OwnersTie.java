package dev.assay.worker;

import dev.assay.driver.LocalClock;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Ties a process to the one that started it, which holds the other end of its standard input: the system closes that when the
 * owner ends, however it ends. Between machines nobody may notice; an owner elsewhere therefore writes a line now and then.
 */
final class OwnersTie {
    /** Is several times the pause between two lines of an owner. */
    static final Duration MAX_SILENCE = Duration.ofMinutes(2);

    private static final Duration DAY = Duration.ofDays(1);

    private final InputStream input;
    private final LocalClock clock;
    private final Runnable end;
    private final Runnable daily;
    private volatile long heardNanos;

    /**
     * @param end is called, more than once perhaps, when the owner is gone
     * @param daily is called once a day while an owner elsewhere writes
     */
    OwnersTie(InputStream input, LocalClock clock, Runnable end, Runnable daily) {
        this.input = input;
        this.clock = clock;
        this.end = end;
        this.daily = daily;
        this.heardNanos = clock.nanoTime();
    }

    /** Returns when the input has ended. */
    void hold() {
        long calledNanos = heardNanos;
        try (input) {
            while (input.read() >= 0) {
                heardNanos = clock.nanoTime();
                if (heardNanos - calledNanos >= DAY.toNanos()) {
                    calledNanos = heardNanos;
                    daily.run();
                }
            }
        } catch (IOException e) {
            System.err.println("assay-worker: standard input can't be read, so the parent is considered gone: " + e);
        } finally {
            end.run();
        }
    }

    /** Returns when nothing has come for {@link #MAX_SILENCE}. */
    void awaitSilence() {
        for (long left = left(); left > 0; left = left()) {
            clock.park(left);
        }
        System.err.println("assay-worker: nothing came from the owner for %d s, so it is considered gone"
                .formatted(MAX_SILENCE.toSeconds()));
        end.run();
    }

    private long left() {
        return heardNanos + MAX_SILENCE.toNanos() - clock.nanoTime();
    }
}
